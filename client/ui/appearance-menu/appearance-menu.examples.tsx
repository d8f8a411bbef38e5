import type { Example } from '../example.ts'
import { AppearanceMenu } from './appearance-menu.tsx'

export const examples: Example[] = [
  { name: 'in the header', frameHeight: 320, render: () => <AppearanceMenu onLanguageFailed={() => {}} /> },
]

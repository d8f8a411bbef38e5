import type { Example } from '../example.ts'
import { Panel } from './panel.tsx'

export const examples: Example[] = [
  { name: 'with text', render: ({ t }) => <Panel>{t('provider.consent.text')}</Panel> },
]

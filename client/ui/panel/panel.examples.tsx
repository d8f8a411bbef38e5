import type { Example } from '../example.ts'
import { Panel } from './panel.tsx'

export const examples: Example[] = [
  { name: 'with text', render: () => <Panel>Open the app and follow its steps to connect your appliance.</Panel> },
]

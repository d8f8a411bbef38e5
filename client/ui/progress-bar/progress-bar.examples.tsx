import type { Example } from '../example.ts'
import { ProgressBar } from './progress-bar.tsx'

const states = [
  { name: 'begun', percent: 0 },
  { name: 'under way', percent: 42 },
  { name: 'done', percent: 100 },
]

export const examples: Example[] = states.map(({ name, percent }) => ({
  name,
  render: ({ t }) => <ProgressBar label={t('data-export.progress')} percent={percent} />,
}))

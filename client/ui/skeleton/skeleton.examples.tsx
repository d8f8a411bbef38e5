import type { Example } from '../example.ts'
import { Skeleton } from './skeleton.tsx'

export const examples: Example[] = [
  { name: 'two cards', render: ({ t }) => <Skeleton label={t('appliances.loading')} /> },
]

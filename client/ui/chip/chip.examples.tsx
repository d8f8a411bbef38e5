import { CheckIcon, ClockIcon, CloseIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { Chip } from './chip.tsx'

export const examples: Example[] = [
  {
    name: 'connected',
    render: ({ t }) => (
      <Chip tone="ok" icon={<CheckIcon size={18} />}>
        {t('contract.status.ACTIVE')}
      </Chip>
    ),
  },
  {
    name: 'pending',
    render: ({ t }) => (
      <Chip tone="warning" icon={<ClockIcon size={18} />}>
        {t('contract.status.PENDING')}
      </Chip>
    ),
  },
  {
    name: 'declined',
    render: ({ t }) => (
      <Chip tone="danger" icon={<CloseIcon size={18} />}>
        {t('contract.status.DECLINED')}
      </Chip>
    ),
  },
]

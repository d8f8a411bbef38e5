import { CheckIcon, ClockIcon, CloseIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { Chip } from './chip.tsx'

export const examples: Example[] = [
  {
    name: 'connected',
    render: () => (
      <Chip tone="ok" icon={<CheckIcon size={18} />}>
        Connected
      </Chip>
    ),
  },
  {
    name: 'pending',
    render: () => (
      <Chip tone="warning" icon={<ClockIcon size={18} />}>
        Pending
      </Chip>
    ),
  },
  {
    name: 'declined',
    render: () => (
      <Chip tone="danger" icon={<CloseIcon size={18} />}>
        Declined
      </Chip>
    ),
  },
]

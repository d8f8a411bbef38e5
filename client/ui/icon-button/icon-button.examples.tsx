import { CloseIcon, DeleteIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { IconButton } from './icon-button.tsx'

export const examples: Example[] = [
  { name: 'plain', render: () => <IconButton label="Close" icon={<CloseIcon />} /> },
  {
    name: 'danger',
    render: () => <IconButton label="Delete" tone="danger" icon={<DeleteIcon />} />,
  },
  { name: 'disabled', render: () => <IconButton label="Close" isDisabled icon={<CloseIcon />} /> },
]

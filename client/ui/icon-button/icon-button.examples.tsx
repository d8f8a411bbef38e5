import { CloseIcon, DeleteIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { IconButton } from './icon-button.tsx'

export const examples: Example[] = [
  { name: 'plain', render: ({ t }) => <IconButton label={t('dialog.close')} icon={<CloseIcon />} /> },
  {
    name: 'danger',
    render: ({ t }) => <IconButton label={t('appliance.delete')} tone="danger" icon={<DeleteIcon />} />,
  },
  { name: 'disabled', render: ({ t }) => <IconButton label={t('dialog.close')} isDisabled icon={<CloseIcon />} /> },
]

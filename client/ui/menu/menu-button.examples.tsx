import { AccountIcon, DeleteIcon, DownloadIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { MenuButton } from './menu-button.tsx'

export const examples: Example[] = [
  {
    name: 'context menu',
    frameHeight: 240,
    render: ({ t }) => (
      <MenuButton
        label={t('appliance.actions')}
        items={[
          {
            id: 'export',
            label: t('appliance.data-export'),
            icon: <DownloadIcon />,
            href: '/appliances/1/data-export',
          },
          {
            id: 'access',
            label: t('access.title'),
            description: t('access.who'),
            icon: <AccountIcon />,
            href: '/appliances/1/access',
          },
          { id: 'delete', label: t('appliance.delete'), icon: <DeleteIcon />, isDangerous: true },
        ]}
      />
    ),
  },
]

import { DeleteIcon, DownloadIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { MenuButton } from './menu-button.tsx'

export const examples: Example[] = [
  {
    name: 'context menu',
    render: () => (
      <MenuButton
        label="More for Boiler 1"
        items={[
          {
            id: 'export',
            label: 'Data export',
            icon: <DownloadIcon />,
            href: '/appliances/1/data-export',
          },
          { id: 'delete', label: 'Delete appliance', icon: <DeleteIcon />, isDangerous: true },
        ]}
      />
    ),
  },
]

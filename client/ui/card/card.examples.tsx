import { useState } from 'react'
import type { ReactNode } from 'react'
import { BoilerIcon, HeatingSystemIcon, HeatPumpIcon, HybridIcon } from '#client/icons/appliance-icons.tsx'
import { DeleteIcon, DownloadIcon, LockIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { MenuButton } from '../menu/menu-button.tsx'
import { StatusChip } from '../status-chip/status-chip.tsx'
import { toneOf } from '../status-chip/status.ts'
import type { Status } from '../status-chip/status.ts'
import { Note } from '../note/note.tsx'
import { Tabs } from '../tabs/tabs.tsx'
import { Card } from './card.tsx'

type Appliance = {
  title: string
  icon: ReactNode
  status: Status
  since: string
  isLocked?: boolean
}

function ApplianceCard({ title, icon, status, since, isLocked = false }: Appliance) {
  const [selected, select] = useState('address')
  return (
    <Card
      title={title}
      tone={toneOf[status]}
      icon={icon}
      meta="Gateway ID: 123456789"
      chip={<StatusChip status={status}>{since}</StatusChip>}
      actions={
        <>
          <MenuButton
            label={`More for ${title}`}
            items={[
              {
                id: 'export',
                label: 'Data export',
                icon: <DownloadIcon />,
                href: '/appliances/1/data-export',
              },
            ]}
          />
          <IconButton label={`Delete ${title}`} tone="danger" icon={<DeleteIcon />} />
        </>
      }
    >
      {isLocked && (
        <Note icon={<LockIcon size={20} />}>
          Only the appliance owner can edit the following settings. The owner is the first person to add the appliance
          to their account.
        </Note>
      )}
      <Tabs
        label={title}
        selected={selected}
        onSelect={select}
        tabs={[
          { id: 'address', label: 'Address', content: <p>Hauptstraße 1, 1010 Wien</p> },
          { id: 'provider', label: 'Service provider', content: <p>Fill in the address first.</p> },
          { id: 'support', label: 'Cedar', content: <p>Fill in the address first.</p> },
        ]}
      />
    </Card>
  )
}

const appliances: Appliance[] = [
  {
    title: 'Boiler 1',
    icon: <BoilerIcon size={28} />,
    status: 'WORKING',
    since: 'Working since 14:03',
  },
  {
    title: 'Heat Pump 1',
    icon: <HeatPumpIcon size={28} />,
    status: 'WARNING',
    since: 'Warning since yesterday, 17:40',
  },
  {
    title: 'Hybrid system 1',
    icon: <HybridIcon size={28} />,
    status: 'ERROR',
    since: 'Error since 3 May 2026',
    isLocked: true,
  },
  {
    title: 'Heating system 1',
    icon: <HeatingSystemIcon size={28} />,
    status: 'OFFLINE',
    since: 'Last seen 9:12',
  },
]

export const examples: Example[] = appliances.map((appliance) => ({
  name: appliance.status.toLowerCase(),
  render: () => <ApplianceCard {...appliance} />,
}))

import { type ReactNode, useState } from 'react'
import { formatMoment } from '#client/i18n/format.ts'
import { DeleteIcon, DownloadIcon, LockIcon } from '#client/icons/action-icons.tsx'
import { BoilerIcon, HeatingSystemIcon, HeatPumpIcon, HybridIcon } from '#client/icons/appliance-icons.tsx'
import type { Example, ExampleContext } from '../example.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { MenuButton } from '../menu/menu-button.tsx'
import { Note } from '../note/note.tsx'
import { type Status, StatusChip, toneOf } from '../status-chip/status-chip.tsx'
import { Tabs } from '../tabs/tabs.tsx'
import { Card } from './card.tsx'

const now = new Date(2026, 4, 20, 18, 0).getTime()

type Appliance = {
  type: 'BOILER' | 'HP' | 'HYBRID' | 'UNKNOWN'
  icon: ReactNode
  status: Status
  /** Epoch ms. */
  since: number
  isLocked?: boolean
}

function ApplianceCard({ type, icon, status, since, isLocked = false, ...around }: Appliance & ExampleContext) {
  const { t, locale, brand } = around
  const [selected, select] = useState('address')
  const title = t('appliance.name', { type: t(`appliance.type.${type}`), number: 1 })
  const time = formatMoment(since, now, locale)
  return (
    <Card
      title={title}
      tone={toneOf[status]}
      icon={icon}
      meta={t('appliance.gateway-id', { serial: '123456789' })}
      chip={
        <StatusChip status={status}>
          {t('appliance.status-since', { status: t(`appliance.status.${status}`), time })}
        </StatusChip>
      }
      actions={
        <>
          <MenuButton
            label={t('appliance.actions')}
            items={[
              {
                id: 'export',
                label: t('appliance.data-export'),
                icon: <DownloadIcon />,
                href: '/appliances/1/data-export',
              },
            ]}
          />
          <IconButton label={t('appliance.delete')} tone="danger" icon={<DeleteIcon />} />
        </>
      }
    >
      {isLocked && <Note icon={<LockIcon size={20} />}>{t('appliance.locked')}</Note>}
      <Tabs
        label={t('appliance.settings', { name: title })}
        selected={selected}
        onSelect={select}
        tabs={[
          { id: 'address', label: t('tab.address'), content: <p>Hauptstraße 1, 1010 Wien</p> },
          { id: 'provider', label: t('tab.provider'), content: <p>{t('tab.provider.no-address')}</p> },
          { id: 'support', label: brand.name, content: <p>{t('tab.support.no-address')}</p> },
        ]}
      />
    </Card>
  )
}

const appliances: Appliance[] = [
  { type: 'BOILER', icon: <BoilerIcon size={28} />, status: 'WORKING', since: new Date(2026, 4, 20, 14, 3).getTime() },
  { type: 'HP', icon: <HeatPumpIcon size={28} />, status: 'WARNING', since: new Date(2026, 4, 19, 17, 40).getTime() },
  {
    type: 'HYBRID',
    icon: <HybridIcon size={28} />,
    status: 'ERROR',
    since: new Date(2025, 11, 28, 23, 59).getTime(),
    isLocked: true,
  },
  {
    type: 'UNKNOWN',
    icon: <HeatingSystemIcon size={28} />,
    status: 'OFFLINE',
    since: new Date(2026, 4, 20, 9, 12).getTime(),
  },
]

export const examples: Example[] = appliances.map((appliance) => ({
  name: appliance.status.toLowerCase(),
  frameHeight: 340,
  render: (context) => <ApplianceCard {...appliance} {...context} />,
}))

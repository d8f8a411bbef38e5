import type { GatewayStatus } from '#contract/appliance.ts'
import { formatMoment } from '#client/i18n/format.ts'
import { DeleteIcon, LockIcon } from '#client/icons/action-icons.tsx'
import { BoilerIcon, HeatingSystemIcon, HeatPumpIcon, HybridIcon } from '#client/icons/appliance-icons.tsx'
import type { Example, ExampleContext } from '../example.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Note } from '../note/note.tsx'
import { StatusChip, statusTones } from '../status-chip/status-chip.tsx'
import { Card } from './card.tsx'

const now = new Date(2026, 4, 20, 18, 0).getTime()

const appliances = [
  { type: 'BOILER', TypeIcon: BoilerIcon, status: 'WORKING', since: new Date(2026, 4, 20, 14, 3) },
  { type: 'HP', TypeIcon: HeatPumpIcon, status: 'WARNING', since: new Date(2026, 4, 19, 17, 40) },
  { type: 'HYBRID', TypeIcon: HybridIcon, status: 'ERROR', since: new Date(2025, 11, 28, 23, 59) },
  { type: 'UNKNOWN', TypeIcon: HeatingSystemIcon, status: 'OFFLINE', since: new Date(2026, 4, 20, 9, 12) },
] as const

function chipOf(status: GatewayStatus, since: Date, { t, locale }: ExampleContext) {
  const time = formatMoment(since.getTime(), now, locale)
  return (
    <StatusChip status={status}>
      {t('appliance.status-since', { status: t(`appliance.status.${status}`), time })}
    </StatusChip>
  )
}

export const examples: Example[] = appliances.map(({ type, TypeIcon, status, since }) => ({
  name: status.toLowerCase(),
  render: (context) => (
    <Card
      title={context.t('appliance.name', { type: context.t(`appliance.type.${type}`), number: 1 })}
      tone={statusTones[status]}
      icon={<TypeIcon size={28} />}
      meta={context.t('appliance.gateway-id', { serial: '123456789' })}
      chip={chipOf(status, since, context)}
      actions={<IconButton label={context.t('appliance.delete')} tone="danger" icon={<DeleteIcon />} />}
    >
      <Note icon={<LockIcon size={20} />}>{context.t('appliance.locked')}</Note>
    </Card>
  ),
}))

import { formatMoment } from '#client/i18n/format.ts'
import type { Example } from '../example.ts'
import { type ApplianceStatus, StatusChip } from './status-chip.tsx'

const now = new Date(2026, 4, 20, 18, 0).getTime()
// A time of today, of this year and of last year. The formatted texts of these times have three lengths.
const moments = [new Date(2026, 4, 20, 14, 3), new Date(2026, 3, 28, 17, 40), new Date(2025, 11, 28, 23, 59)]
const applianceStatuses: ApplianceStatus[] = ['ONLINE', 'WORKING', 'WARNING', 'ERROR', 'OFFLINE']

export const examples: Example[] = [
  ...applianceStatuses.map((status, index): Example => ({
    name: status.toLowerCase(),
    render: ({ t, locale }) => {
      const time = formatMoment(moments[index % moments.length]?.getTime() ?? now, now, locale)
      const text = t('appliance.status-since', { status: t(`appliance.status.${status}`), time })
      return <StatusChip status={status}>{text}</StatusChip>
    },
  })),
  {
    name: 'offline, stale',
    render: ({ t, locale }) => (
      <StatusChip status="OFFLINE">
        {t('appliance.last-seen', { time: formatMoment(new Date(2026, 4, 20, 9, 12).getTime(), now, locale) })}
      </StatusChip>
    ),
  },
  { name: 'unknown', render: ({ t }) => <StatusChip status="UNKNOWN">{t('appliance.status.UNKNOWN')}</StatusChip> },
]

import { formatMoment } from '#client/i18n/moment.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { Appliance } from './appliance.ts'

export type StatusWordsInput = {
  appliance: Pick<Appliance, 'applianceStatus' | 'statusSince'>
  /** Epoch ms: when the page last heard of it, while it is not live; null while it is. */
  lastSeen: number | null
  /** Epoch ms. */
  now: number
  locale: string
  t: Translate
}

/**
 * What the chip says: 'Working since 14:03'; 'Working · Last seen 14:05' while the page is not live; the word
 * alone before the first report. Specification 14 and 16.4.
 */
export function statusWords({ appliance, lastSeen, now, locale, t }: StatusWordsInput): string {
  const { applianceStatus, statusSince } = appliance
  const status = t(`appliance.status.${applianceStatus}`)
  if (lastSeen !== null) {
    return `${status} · ${t('appliance.last-seen', { time: formatMoment(lastSeen, now, locale) })}`
  }
  if (statusSince === null || applianceStatus === 'UNKNOWN') return status
  return t('appliance.status-since', { status, time: formatMoment(Date.parse(statusSince), now, locale) })
}

import { useSelector } from 'react-redux'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { selectReadings, type WithReadings } from '../readings-slice.ts'
import styles from './day-line.module.css'

export { loadHistoryTexts } from '#client/i18n/late-texts.ts'

export type DayNoteProps = {
  appliance: Appliance
  /** The fraction of the day before its lines begin, 0 to 1; null if there are no lines. */
  begin: number | null
}

/**
 * Explains why a day has few values, in the space before the lines. Without the note, a new owner would think that the
 * portal fails.
 */
export function DayNote({ appliance: { id, applianceStatus: status }, begin }: DayNoteProps) {
  const { t } = useTexts()
  const hasValues = useSelector((state: WithReadings) => selectReadings(state, id)) !== undefined
  const isOffline = status === 'OFFLINE'
  if (begin === null) return <p className={styles.note}>{t(emptyDayText({ hasValues, isOffline }))}</p>
  if (isOffline) return null
  return (
    <p className={styles.note} style={{ width: `${begin * 100}%` }}>
      {t('day.growing')}
    </p>
  )
}

function emptyDayText({ hasValues, isOffline }: { hasValues: boolean; isOffline: boolean }): MessageId {
  if (hasValues) return 'day.none'
  return isOffline ? 'readings.never' : 'day.awaited'
}

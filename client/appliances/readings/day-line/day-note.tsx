import { useSelector } from 'react-redux'
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
  if (begin === null) return <p className={styles.note}>{t(hasValues || isOffline ? 'day.none' : 'day.awaited')}</p>
  if (isOffline) return null
  return (
    <p className={styles.note} style={{ width: `${begin * 100}%` }}>
      {t('day.growing')}
    </p>
  )
}

import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { Appliance } from '../../appliance.ts'
import { selectReadings, type WithReadings } from '../readings-slice.ts'
import styles from './day-line.module.css'

export { loadHistoryTexts } from '#client/i18n/late-texts.ts'

export type DayNoteProps = {
  appliance: Appliance
  /** How much of the day is over before its lines begin, 0 to 1; null where there is none. */
  begin: number | null
}

/** Why there is little to see of a day, in the room before its lines: whoever is new here takes it for a failure. */
export function DayNote({ appliance: { id, applianceStatus: status }, begin }: DayNoteProps) {
  const { t } = useTexts()
  const isHeard = useSelector((state: WithReadings) => selectReadings(state, id)) !== undefined
  const isOffline = status === 'OFFLINE'
  if (begin === null) return <p className={styles.note}>{t(isHeard || isOffline ? 'day.none' : 'day.awaited')}</p>
  if (isOffline) return null
  return (
    <p className={styles.note} style={{ width: `${begin * 100}%` }}>
      {t('day.growing')}
    </p>
  )
}

import { useSelector } from 'react-redux'
import type { ApplianceType } from '#contract/appliance.ts'
import { formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { Appliance } from '../appliance.ts'
import { expectedWords, operationWords, type ReadingWords, temperatureWords } from './reading-words.ts'
import styles from './readings-panel.module.css'
import { allReadings, type ReadingsNow, selectReadings, type WithReadings } from './readings-slice.ts'

export type ReadingsPanelProps = {
  appliance: Appliance
  name: string
  /** Heard some time ago, and nothing since. */
  isOld?: boolean
}

/**
 * What an appliance says now, and in the same room that nothing was heard so far: what moves under the finger is missed.
 * Specification 3.8 and 14.1.
 */
export function ReadingsPanel({ appliance, name, isOld = false }: ReadingsPanelProps) {
  const { t } = useTexts()
  const readings = useSelector((state: WithReadings) => selectReadings(state, appliance.id))
  return (
    <section className={styles.panel} data-old={isOld || undefined} aria-label={t('readings.title', { name })}>
      {readings ? <Readings now={readings} /> : <NoReadings type={appliance.applianceType} />}
    </section>
  )
}

function Readings({ now }: { now: ReadingsNow }) {
  const { t, locale } = useTexts()
  const readings = allReadings(now)
  const measured = formatMoment(Date.parse(now.at), useNow(), locale)
  return (
    <>
      <Values words={temperatureWords(readings, { t, locale })} className={styles.temperatures} />
      <div className={styles.rest}>
        <Values words={operationWords(readings, { t, locale })} className={styles.operation} />
        <p className={styles.measured}>{t('readings.measured', { time: measured })}</p>
      </div>
    </>
  )
}

function NoReadings({ type }: { type: ApplianceType }) {
  const { t } = useTexts()
  const { temperatures, operation } = expectedWords(type, t)
  return (
    <>
      <Values words={temperatures} className={styles.temperatures} isPlaceholder />
      <div className={styles.rest}>
        <Values words={operation} className={styles.operation} isPlaceholder />
        <p className={styles.measured}>{t('readings.none')}</p>
      </div>
    </>
  )
}

type ValuesProps = {
  words: readonly ReadingWords[]
  className: string | undefined
  /** Only takes the room of values: nothing to be read out. */
  isPlaceholder?: boolean
}

function Values({ words, className, isPlaceholder = false }: ValuesProps) {
  if (words.length === 0) return null
  return (
    <dl className={className} aria-hidden={isPlaceholder}>
      {words.map(({ id, name, value }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

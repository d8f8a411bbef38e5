import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import type { ApplianceType } from '#contract/appliance.ts'
import { formatMoment } from '#client/i18n/moment.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useNow } from '#client/i18n/use-now.ts'
import type { Appliance } from '../appliance.ts'
import { expectedWords, operationWords, type ReadingWords, temperatureWords } from './reading-words.ts'
import styles from './readings-panel.module.css'
import { allReadings, type ReadingsNow, selectReadings, type WithReadings } from './readings-slice.ts'

export type ReadingsPanelProps = { appliance: Appliance; name: string }

/**
 * What an appliance says now; nothing while nothing is known, save the room that it will take while a connected one is
 * expected to speak: what moves under the finger is missed. Specification 3, "Subscription"; decisions 5.
 */
export function ReadingsPanel({ appliance, name }: ReadingsPanelProps) {
  const { id, applianceType, applianceStatus } = appliance
  const readings = useSelector((state: WithReadings) => selectReadings(state, id))
  const isAwaited = useWaiting()
  if (readings) return <Readings name={name} now={readings} />
  if (!isAwaited || applianceStatus === 'OFFLINE' || applianceStatus === 'UNKNOWN') return null
  return <ExpectedReadings type={applianceType} />
}

/** The socket brings within a second or two what was reported last. */
const awaitedMs = 5_000

function useWaiting(): boolean {
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), awaitedMs)
    return () => clearTimeout(timer)
  }, [])
  return isWaiting
}

function Readings({ name, now }: { name: string; now: ReadingsNow }) {
  const { t, locale } = useTexts()
  const readings = allReadings(now)
  const measured = formatMoment(Date.parse(now.at), useNow(), locale)
  return (
    <section className={styles.panel} aria-label={t('readings.title', { name })}>
      <Values words={temperatureWords(readings, { t, locale })} className={styles.temperatures} />
      <div className={styles.rest}>
        <Values words={operationWords(readings, { t, locale })} className={styles.operation} />
        <p className={styles.measured}>{t('readings.measured', { time: measured })}</p>
      </div>
    </section>
  )
}

function ExpectedReadings({ type }: { type: ApplianceType }) {
  const { t, locale } = useTexts()
  const { temperatures, operation } = expectedWords(type, t)
  const now = useNow()
  return (
    <div className={styles.panel} aria-hidden="true">
      <Values words={temperatures} className={styles.temperatures} />
      <div className={styles.rest}>
        <Values words={operation} className={styles.operation} />
        <p className={styles.measured}>{t('readings.measured', { time: formatMoment(now, now, locale) })}</p>
      </div>
    </div>
  )
}

function Values({ words, className }: { words: readonly ReadingWords[]; className: string | undefined }) {
  if (words.length === 0) return null
  return (
    <dl className={className}>
      {words.map(({ id, name, value }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

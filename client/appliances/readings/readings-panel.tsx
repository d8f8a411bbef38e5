import { useSelector } from 'react-redux'
import { formatMoment } from '#client/i18n/moment.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useNow } from '#client/i18n/use-now.ts'
import { operationWords, type ReadingWords, temperatureWords } from './reading-words.ts'
import styles from './readings-panel.module.css'
import { allReadings, type ReadingsNow, selectReadings, type WithReadings } from './readings-slice.ts'

export type ReadingsPanelProps = { id: string; name: string }

/** What an appliance says now; nothing while nothing is known. Specification 3, "Subscription"; decisions 5. */
export function ReadingsPanel({ id, name }: ReadingsPanelProps) {
  const readings = useSelector((state: WithReadings) => selectReadings(state, id))
  return readings ? <Readings name={name} now={readings} /> : null
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

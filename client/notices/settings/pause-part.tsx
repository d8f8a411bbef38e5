import { dayMs } from '#contract/durations.ts'
import { formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import text from '#client/styles/text.module.css'
import styles from './notice-settings.module.css'

export type PausePartProps = { until: string | null; onChange(until: string | null): void }

const weekMs = 7 * dayMs

/** Starts and ends a pause of one week without most emails and push messages. */
export function PausePart({ until, onChange }: PausePartProps) {
  const { t, locale } = useTexts()
  const now = useNow()
  const isPaused = until !== null && Date.parse(until) > now
  return (
    <section className={styles.part}>
      <h3>{t('notice-settings.pause')}</h3>
      <p className={text.muted}>{t('notice-settings.pause-text')}</p>
      {isPaused && <p>{t('notice-settings.paused-until', { time: formatMoment(Date.parse(until), now, locale) })}</p>}
      <div>
        <Button
          variant="secondary"
          onPress={() => onChange(isPaused ? null : new Date(Date.now() + weekMs).toISOString())}
        >
          {t(isPaused ? 'notice-settings.resume' : 'notice-settings.pause-week')}
        </Button>
      </div>
    </section>
  )
}

import { useId, useState } from 'react'
import type { QuietHours } from '#contract/notice-settings.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import text from '#client/styles/text.module.css'
import styles from './notice-settings.module.css'

export type QuietHoursPartProps = { value: QuietHours | null; onChange(hours: QuietHours | null): void }

/** Returns the initial quiet hours, in the browser's time zone. */
function defaultHours(): QuietHours {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return { from: '22:00', to: '07:00', zone: timeZone, errorsBreakThrough: true }
}

/** Switches quiet hours on and off, and changes them. */
export function QuietHoursPart({ value, onChange }: QuietHoursPartProps) {
  const { t } = useTexts()
  return (
    <section className={styles.part}>
      <Checkbox
        value={value !== null}
        description={t('notice-settings.quiet-text')}
        onChange={(isOn) => onChange(isOn ? defaultHours() : null)}
      >
        <strong>{t('notice-settings.quiet')}</strong>
      </Checkbox>
      {value && <Hours value={value} onChange={onChange} />}
    </section>
  )
}

function Hours({ value, onChange }: { value: QuietHours; onChange(hours: QuietHours): void }) {
  const { t } = useTexts()
  const [isSame, setSame] = useState(false)

  function set(change: Partial<QuietHours>): void {
    const hours = { ...value, ...change }
    setSame(hours.from === hours.to)
    if (hours.from !== hours.to) onChange(hours)
  }

  return (
    <>
      <div className={styles.hours}>
        <TimeField label={t('notice-settings.quiet-from')} value={value.from} onChange={(from) => set({ from })} />
        <TimeField label={t('notice-settings.quiet-to')} value={value.to} onChange={(to) => set({ to })} />
      </div>
      <FailureNote>{isSame && t('notice-settings.quiet-same')}</FailureNote>
      <p className={text.muted}>{t('notice-settings.zone', { zone: value.zone.replaceAll('_', ' ') })}</p>
      <Checkbox value={value.errorsBreakThrough} onChange={(errorsBreakThrough) => set({ errorsBreakThrough })}>
        {t('notice-settings.break-through')}
      </Checkbox>
    </>
  )
}

/**
 * A field for a time of day. The field saves when it loses the focus, because a person who types 22:30 first types 2.
 */
function TimeField({ label, value, onChange }: { label: string; value: string; onChange(time: string): void }) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type="time"
        className={styles.input}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (typed === '') setTyped(value)
          else if (typed !== value) onChange(typed)
        }}
      />
    </div>
  )
}

import { useId } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import styles from './progress-bar.module.css'

export type ProgressBarProps = {
  /** The name of the work that makes progress. */
  label: string
  /** The progress in per cent, from 0 to 100. */
  percent: number
}

/** A progress bar with a label and the percentage. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  const { locale } = useTexts()
  const id = useId()
  const words = new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
  return (
    <div className={styles.slot}>
      <span id={id}>{label}</span>
      <span className={styles.percent} aria-hidden="true">
        {words}
      </span>
      <progress className={styles.bar} max={100} value={percent} aria-labelledby={id} />
    </div>
  )
}

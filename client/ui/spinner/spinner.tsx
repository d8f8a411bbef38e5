import styles from './spinner.module.css'

export type SpinnerProps = {
  /** The text for screen readers, which says what is loading. Empty if a text next to the spinner says the same. */
  label: string
  /** Edge length in pixels. */
  size?: number
}

/** A turning ring, for a wait of unknown length. */
export function Spinner({ label, size = 32 }: SpinnerProps) {
  const naming = label ? { role: 'progressbar', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <span className={styles.spinner} {...naming}>
      <svg width={size} height={size} viewBox="0 0 32 32" fill="none" strokeWidth="3.5" aria-hidden="true">
        <circle className={styles.track} cx="16" cy="16" r="13" />
        <path className={styles.head} d="M16 3a13 13 0 0 1 13 13" />
      </svg>
    </span>
  )
}

/** A spinner in the middle of the space for content that is loading. */
export function CentredSpinner({ label }: Pick<SpinnerProps, 'label'>) {
  return (
    <div className={styles.waiting}>
      <Spinner label={label} />
    </div>
  )
}

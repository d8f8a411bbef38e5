import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './skeleton.module.css'

export type SkeletonProps = {
  /** The text for screen readers, which says what is loading. */
  label: string
  /** The number of expected cards. */
  cards?: number
  /** Whether the whole page is loading, also its heading. */
  hasHeading?: boolean
}

/** Grey cards as a placeholder for a loading list. */
export function Skeleton({ label, cards = 2, hasHeading = false }: SkeletonProps) {
  return (
    <div className={styles.list} aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      {hasHeading && <span className={styles.heading} aria-hidden="true" />}
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className={styles.card} aria-hidden="true">
          <div className={styles.head}>
            <span className={styles.icon} />
            <span className={styles.lines}>
              <span className={styles.title} />
              <span className={styles.text} />
            </span>
            <span className={styles.chip} />
          </div>
          <span className={styles.body} />
        </div>
      ))}
    </div>
  )
}

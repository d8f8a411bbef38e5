import { StatePicture } from './state-pictures.tsx'
import styles from './state-pictures.module.css'

/** A drawing of two pipes that do not meet. */
export function NotFoundPicture() {
  return (
    <StatePicture>
      <path className={styles.pipe} d="M8 52h30c12 0 20 8 20 20v8" />
      <path className={styles.pipe} d="M192 52h-30c-12 0-20 8-20 20v8" />
      <rect className={styles.body} x="45" y="80" width="26" height="15" rx="3" />
      <rect className={styles.body} x="129" y="80" width="26" height="15" rx="3" />
      <path className={styles.accent} d="M58 107v7M58 123v.1M142 107v7M142 123v.1" />
      <path className={styles.accent} d="M88 62a12 12 0 1 1 17.5 10.7c-3.8 2-5.5 4.3-5.5 8.3M100 94v.1" />
    </StatePicture>
  )
}

import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** A raised surface for a form or a page's text. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>
}

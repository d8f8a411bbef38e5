import type { ReactNode } from 'react'
import styles from './empty-part.module.css'

/** Where a part of a page has nothing to show yet: that, and what could come. */
export function EmptyPart({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.part} data-empty>
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
    </div>
  )
}

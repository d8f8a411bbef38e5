import type { ReactNode } from 'react'
import styles from './empty-part.module.css'

/** Says that a part of a page has no content yet, and which content it will have. */
export function EmptyPart({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.part} data-empty>
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
    </div>
  )
}

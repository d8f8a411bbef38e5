import type { ReactNode } from 'react'
import styles from './note.module.css'

/** A subtle explanation with an icon, such as the lock note. Specification 2.6. */
export function Note({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className={styles.note}>
      {icon}
      <span>{children}</span>
    </p>
  )
}

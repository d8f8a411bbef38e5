import type { ReactNode } from 'react'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import styles from './details.module.css'

export type DetailsProps = {
  /** The word that opens it. */
  label: string
  children: ReactNode
}

/** What few people need, such as ids and checksums: behind a word, by the browser's own means. */
export function Details({ label, children }: DetailsProps) {
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        {label}
        <ChevronIcon size={20} />
      </summary>
      {children}
    </details>
  )
}

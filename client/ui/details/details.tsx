import { type ReactNode, useId } from 'react'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import styles from './details.module.css'

export type DetailsProps = {
  /** The word that opens it. */
  label: string
  /** Whose details these are, where the label alone does not tell: its description. */
  about?: string
  children: ReactNode
}

/** What few people need, such as ids and checksums: behind a word, by the browser's own means. */
export function Details({ label, about, children }: DetailsProps) {
  const aboutId = useId()
  return (
    <details className={styles.details}>
      <summary className={styles.summary} aria-describedby={about === undefined ? undefined : aboutId}>
        {label}
        <ChevronIcon size={20} />
      </summary>
      {children}
      {about !== undefined && (
        <span id={aboutId} hidden>
          {about}
        </span>
      )}
    </details>
  )
}

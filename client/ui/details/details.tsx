import { type ReactNode, useId } from 'react'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import styles from './details.module.css'

export type DetailsProps = {
  /** The text that a person clicks to open or close the details. */
  label: string
  /** The subject of the details, for a label that is not unique. It becomes the accessible description. */
  about?: string
  /** Called when the person opens the details. Use it to load content on demand. */
  onOpened?: () => void
  children: ReactNode
}

/** A native disclosure element for information that few people need, such as ids and checksums. */
export function Details({ label, about, onOpened, children }: DetailsProps) {
  const aboutId = useId()
  return (
    <details className={styles.details} onToggle={(event) => event.currentTarget.open && onOpened?.()}>
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

import type { ReactNode } from 'react'
import { ArrowLeftIcon } from '#client/icons/action-icons.tsx'
import { Link } from '../link/link.tsx'
import styles from './page-heading.module.css'

export type PageHeadingProps = {
  title: string
  /** One sentence below the title. */
  lead?: ReactNode
  /** A button at the end of the line of the heading. */
  action?: ReactNode
  /** A link to the parent page. */
  back?: { href: string; label: string } | undefined
}

/** The heading of a page and its only `h1`. It gets the focus when the route changes. */
export function PageHeading({ title, lead, action, back }: PageHeadingProps) {
  return (
    <div className={styles.heading}>
      {back && (
        <Link href={back.href} className={styles.back}>
          <ArrowLeftIcon size={20} />
          {back.label}
        </Link>
      )}
      <div className={styles.line}>
        <h1 tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {action}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  )
}

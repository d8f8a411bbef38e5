import type { ReactNode } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Link } from '../link/link.tsx'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  title: string
  /** The level of the heading: 1 if the component fills the whole page; 2 by default. */
  headingLevel?: 1 | 2
  /** A large number or word above the title, such as 404. */
  code?: string | undefined
  children?: ReactNode
  picture?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** Whether a link to 'Help and contact' is below. */
  hasHelp?: boolean
  /** A second action, in the same line as `action`. */
  otherWay?: ReactNode
}

/** An empty page or an error: the cause, what to do, and one button. */
export function EmptyState({
  title,
  headingLevel = 2,
  code,
  children,
  picture,
  action,
  hasHelp = false,
  otherWay,
}: EmptyStateProps) {
  const Heading = headingLevel === 1 ? 'h1' : 'h2'
  return (
    <section className={styles.state}>
      {picture}
      {code && <p className={styles.code}>{code}</p>}
      <Heading {...(headingLevel === 1 ? { tabIndex: -1 } : {})}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
      {hasHelp && (
        <p className={styles.help}>
          {otherWay}
          <HelpLink />
        </p>
      )}
    </section>
  )
}

function HelpLink() {
  const { t } = useTexts()
  return <Link href="/help">{t('help.title')}</Link>
}

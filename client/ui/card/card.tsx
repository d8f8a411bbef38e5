import { type ReactNode, useId } from 'react'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import styles from './card.module.css'

export type CardTone = 'ok' | 'warning' | 'danger' | 'idle' | 'plain'

export type CardProps = {
  title: ReactNode
  /** The colour of the top border; a `plain` card has no border. */
  tone?: CardTone
  icon?: ReactNode
  /** A small line of text: at the foot of an open card, below the title of a folded card. */
  meta?: ReactNode
  /**
   * The status, next to the title. It is below the title if there is no space next to it, on open cards up to 31 rem
   * wide, and on pages up to 480 px wide. Specification 2.6.
   */
  chip?: ReactNode
  /** Whether the data is old: the card then has no colours. */
  isOld?: boolean
  /** Icon buttons at the end of the header. */
  actions?: ReactNode
  children?: ReactNode
  /** The last controls of the card, at its foot. */
  foot?: ReactNode
  /** Whether the card is folded. If there is space, the children of a folded card are in the line of the header. */
  isInLine?: boolean
}

/** An item of a list: an article named by its title. Specification 2.6. */
export function Card(props: CardProps) {
  const { title, tone = 'plain', icon, meta, chip, isOld = false, actions, children, foot, isInLine = false } = props
  const titleId = useId()
  return (
    <article
      className={[
        styles.card,
        styles[isOld ? 'idle' : tone],
        isOld ? styles.old : '',
        isInLine ? styles.inLine : styles.open,
      ].join(' ')}
      data-old={isOld || undefined}
      aria-labelledby={titleId}
    >
      <header className={styles.header}>
        {icon && <span className={styles.icon}>{icon}</span>}
        <div className={styles.titleAndChip}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {chip && <div className={styles.chip}>{chip}</div>}
        </div>
        {meta && <div className={styles.meta}>{meta}</div>}
        {actions && (
          <ControlSubjectProvider value={titleId}>
            <div className={styles.actions}>{actions}</div>
          </ControlSubjectProvider>
        )}
      </header>
      {children && (
        <ControlSubjectProvider value={titleId}>
          <div className={styles.body}>{children}</div>
        </ControlSubjectProvider>
      )}
      {foot && (
        <ControlSubjectProvider value={titleId}>
          <div className={styles.foot}>{foot}</div>
        </ControlSubjectProvider>
      )}
    </article>
  )
}

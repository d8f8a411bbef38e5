import { type ReactNode, useId } from 'react'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import styles from '#client/styles/rows.module.css'
import text from '#client/styles/text.module.css'
import layout from '#client/styles/layout.module.css'

export type ListRowProps = {
  name: ReactNode
  isNameStrong?: boolean
  /** The texts below the name. */
  children?: ReactNode
  /** The buttons at the end of the row, whose subject is the name. */
  actions?: ReactNode
}

/** A row of a list with the class `list` of rows.module.css: a name, texts about it, and buttons. */
export function ListRow({ name, isNameStrong = false, children, actions }: ListRowProps) {
  const nameId = useId()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p id={nameId} className={isNameStrong ? text.strong : undefined}>
          {name}
        </p>
        {children}
      </div>
      {actions && (
        <ControlSubjectProvider value={nameId}>
          <div className={layout.actions}>{actions}</div>
        </ControlSubjectProvider>
      )}
    </li>
  )
}

import { Fragment, type ReactNode } from 'react'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { ListRow } from '#client/ui/list-row/list-row.tsx'
import text from '#client/styles/text.module.css'
import styles from './access.module.css'

export type AccessRowProps = {
  name: ReactNode
  /** The facts below the name; other values are left out. */
  facts: readonly (string | false | null | undefined)[]
  children?: ReactNode
  actions?: ReactNode
}

/**
 * A row about a person, a company, a client, a request or an invitation. A line breaks between two facts, not inside a
 * date.
 */
export function AccessRow({ name, facts, children, actions }: AccessRowProps) {
  const shownFacts = facts.filter((fact) => typeof fact === 'string')
  return (
    <ListRow name={name} isNameStrong actions={actions}>
      <p className={text.small}>
        {shownFacts.map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' · '}
            <span className={styles.fact}>{fact}</span>
          </Fragment>
        ))}
      </p>
      {children}
    </ListRow>
  )
}

/** A button that sends a call. */
export function CallButton({ label, onPress }: { label: MessageId; onPress(): Promise<unknown> }) {
  const { t } = useTexts()
  return (
    <Button variant="secondary" pendingLabel={t('access.working')} onPress={onPress}>
      {t(label)}
    </Button>
  )
}

import { Fragment } from 'react'
import styles from './access.module.css'

/** Shows facts about a row, separated by dots. A line breaks between two facts, not inside a date. */
export function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <p className={styles.muted}>
      {facts.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <span className={styles.fact}>{fact}</span>
        </Fragment>
      ))}
    </p>
  )
}

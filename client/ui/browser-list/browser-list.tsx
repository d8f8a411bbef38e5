import type { ReactNode } from 'react'
import styles from './browser-list.module.css'
import text from '#client/styles/text.module.css'

/** The list of browsers; `labelledBy` is the id of its heading. */
export function BrowserList({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-labelledby={labelledBy}>
      {children}
    </ul>
  )
}

/**
 * `nameId`: the id of the element with the browser's name, which can label the action. `mark`: the text after the name
 * of the browser that the person is using now; false for any other browser.
 */
export type BrowserRowProps = { name: string; nameId?: string; mark: string | false; times: string; action: ReactNode }

/** Shows a browser of the person, with its times and a button, for example one that signs the browser out. */
export function BrowserRow({ name, nameId, mark, times, action }: BrowserRowProps) {
  return (
    <li className={styles.browser}>
      <div>
        <p>
          <strong id={nameId}>{name}</strong>
          {mark !== false && ` (${mark})`}
        </p>
        <p className={text.muted}>{times}</p>
      </div>
      {action}
    </li>
  )
}

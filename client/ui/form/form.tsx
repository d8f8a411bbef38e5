import type { ReactNode } from 'react'
import styles from './form.module.css'

export type FormProps = {
  /** The id for a submit button that is drawn outside of the form. */
  id?: string | undefined
  /** The accessible name of the form. */
  label?: string | undefined
  onSubmit: () => void
  children: ReactNode
}

/** A form with the portal's own validation messages instead of the browser's. Enter submits the form. */
export function Form({ id, label, onSubmit, children }: FormProps) {
  return (
    <form
      id={id}
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** The buttons at the end of a form: the main action last, full width on phones. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label, LabelContext } from 'react-aria-components/Label'
import { useSlottedContext } from 'react-aria-components/slots'
import { Text } from 'react-aria-components/Text'
import { ErrorIcon } from '#client/icons/status-icons.tsx'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import styles from './field.module.css'

export type FieldTexts = {
  label: string
  /** The text below the label: the expected value, and where the person can find it. */
  hint?: ReactNode
  /** The error message below the field. If it is set, the field is invalid. */
  error?: string | undefined
  /** An info button next to the label. */
  info?: ReactNode
}

/** Label, hint, control and error, from top to bottom. Must be inside a react-aria field. */
export function FieldFrame({ label, hint, error, info, children }: FieldTexts & { children: ReactNode }) {
  return (
    <>
      <span className={styles.labelLine}>
        <Label className={styles.label}>{label}</Label>
        {info && <AboutLabel>{info}</AboutLabel>}
      </span>
      {hint && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      {children}
      <ErrorLine error={error} />
    </>
  )
}

/** Gives the label as subject to the controls next to the label, such as the info button. */
function AboutLabel({ children }: { children: ReactNode }) {
  return <ControlSubjectProvider value={useSlottedContext(LabelContext)?.id}>{children}</ControlSubjectProvider>
}

/** The error of the surrounding field. react-aria connects the error to the input by aria-describedby. */
export function ErrorLine({ error }: { error: string | undefined }) {
  return (
    <FieldError className={styles.error ?? ''}>
      <ErrorIcon size={20} />
      <span>{error}</span>
    </FieldError>
  )
}

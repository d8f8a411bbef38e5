import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label, LabelContext } from 'react-aria-components/Label'
import { useSlottedContext } from 'react-aria-components/slots'
import { Text } from 'react-aria-components/Text'
import { ErrorIcon } from '#client/icons/status-icons.tsx'
import { SubjectProvider } from '#client/interaction/subject.ts'
import styles from './field.module.css'

export type FieldText = {
  label: string
  /** Below the label: what to type, where it stands. */
  hint?: ReactNode
  /** Under the field; with it the field is invalid. */
  error?: string | undefined
  /** An info button beside the label. */
  info?: ReactNode
}

/** Label above, hint below it, then the control, then the error. Stands inside of a react-aria field. */
export function FieldFrame({ label, hint, error, info, children }: FieldText & { children: ReactNode }) {
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

/** What stands beside the label is about it. */
function AboutLabel({ children }: { children: ReactNode }) {
  return <SubjectProvider value={useSlottedContext(LabelContext)?.id}>{children}</SubjectProvider>
}

/** The error of the field it stands in: react-aria ties it to the field by aria-describedby. */
export function ErrorLine({ error }: { error: string | undefined }) {
  return (
    <FieldError className={styles.error ?? ''}>
      <ErrorIcon size={20} />
      <span>{error}</span>
    </FieldError>
  )
}

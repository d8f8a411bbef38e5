import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode, Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import styles from '../field/field.module.css'
import { FieldFrame, type FieldTexts } from '../field/field.tsx'
import { useBlurAfterPress } from '../field/use-blur-after-press.ts'

export type TextFieldProps = FieldTexts & {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  name?: string
  /** The input element, so that a form can focus its first invalid field. */
  ref?: Ref<HTMLInputElement> | undefined
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'tel'>
  inputMode?: 'text' | 'numeric' | 'email' | 'tel'
  autoComplete?: HTMLInputAutoCompleteAttribute
  isReadOnly?: boolean
  isRequired?: boolean
  autoFocus?: boolean
  /** Whether the input has the monospaced font for codes. */
  isCode?: boolean
}

/** A field for one line of text. It does not use the browser's length limit, which would cut pasted text silently. */
export function TextField({ ref, ...props }: TextFieldProps) {
  return (
    <TextFieldFrame {...props}>
      <span className={styles.control}>
        <Input
          ref={ref}
          className={[styles.input, props.isCode && styles.code].filter(Boolean).join(' ')}
          // Uses the browser's autofocus. The autofocus of react-aria waits after a key press, and then takes the focus
          // from other elements.
          autoFocus={props.autoFocus ?? false}
        />
      </span>
    </TextFieldFrame>
  )
}

type BareFieldProps = Omit<TextFieldProps, 'type' | 'ref' | 'autoFocus'> & {
  type?: TextFieldProps['type'] | 'password'
  children: ReactNode
}

/** A text field whose input is in `children`. */
export function TextFieldFrame({ label, hint, error, info, children, ...field }: BareFieldProps) {
  const blurAfterPress = useBlurAfterPress(field.onBlur)
  return (
    <AriaTextField
      className={styles.field ?? ''}
      {...(field.name ? { name: field.name } : {})}
      value={field.value}
      onChange={field.onChange}
      onBlur={blurAfterPress}
      type={field.type ?? 'text'}
      inputMode={field.inputMode ?? 'text'}
      autoComplete={field.autoComplete ?? 'off'}
      isReadOnly={field.isReadOnly ?? false}
      isRequired={field.isRequired ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      {...(field.isCode ? { spellCheck: 'false', autoCorrect: 'off', autoCapitalize: 'none' } : {})}
    >
      <FieldFrame label={label} hint={hint} error={error} info={info}>
        {children}
      </FieldFrame>
    </AriaTextField>
  )
}

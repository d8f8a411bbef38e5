import { type ReactNode, type Ref, useId } from 'react'
import { useControlSubjectId } from '#client/interaction/control-subject.ts'
import { Spinner } from '../spinner/spinner.tsx'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './button.module.css'
import { useSendOnce } from './send-once.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'muted' | 'danger'

export type ButtonProps = {
  children: ReactNode
  variant?: ButtonVariant
  type?: 'button' | 'submit'
  /** The action. If it returns a promise, the button is pending and ignores presses until the promise settles. */
  onPress?: (() => void | Promise<unknown>) | undefined
  /** Whether the button shows a spinner and ignores presses. Its width and its focus stay. */
  isPending?: boolean
  /** The screen reader text while pending. */
  pendingLabel?: string | undefined
  isDisabled?: boolean
  /** Whether the content that this button shows and hides is visible. */
  isExpanded?: boolean
  icon?: ReactNode
  /** Whether the button is as wide as its container on phones. */
  wide?: boolean
  /** Whether the accessible name ends with the subject of the surrounding controls: 'Delete appliance Boiler 1'. */
  isNamedAfterSubject?: boolean
  autoFocus?: boolean
  /** The id of the form that the button submits, if the button is outside of that form. */
  form?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/**
 * A native button with a pending state. The button of react-aria would be a fifteenth of the first view's scripts; it
 * shows the pending state by a picture without a name.
 */
export function Button({ ref, ...props }: ButtonProps) {
  const { children, variant = 'primary', type = 'button', icon, wide = false, pendingLabel } = props
  const subject = useControlSubjectId()
  const id = useId()
  const naming =
    props.isNamedAfterSubject && subject ? { 'aria-labelledby': `${id} ${subject}` } : { 'aria-describedby': subject }
  const { isSending, send } = useSendOnce(props.onPress)
  const isPending = isSending || (props.isPending ?? false)
  return (
    <>
      <button
        ref={ref}
        form={props.form}
        // While the button is pending, Enter in a field must not submit the form again.
        type={isPending ? 'button' : type}
        className={buttonClassOf(variant, wide)}
        data-pending={isPending || undefined}
        aria-disabled={isPending || undefined}
        aria-expanded={props.isExpanded}
        {...naming}
        disabled={props.isDisabled}
        autoFocus={props.autoFocus}
        onClick={() => !isPending && send()}
      >
        {isPending && (
          <span className={styles.working}>
            <Spinner size={20} label="" />
          </span>
        )}
        <span className={styles.content}>
          {icon}
          <span id={props.isNamedAfterSubject ? id : undefined}>{children}</span>
        </span>
      </button>
      {pendingLabel !== undefined && (
        <VisuallyHidden>
          <span aria-live="polite">{isPending && pendingLabel}</span>
        </VisuallyHidden>
      )}
    </>
  )
}

/** Returns the classes of an element that looks like a button. */
export function buttonClassOf(variant: ButtonVariant, wide = false): string {
  return [styles.button, styles[variant], wide && styles.wide].filter(Boolean).join(' ')
}

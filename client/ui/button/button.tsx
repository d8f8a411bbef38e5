import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Spinner } from '../spinner/spinner.tsx'
import styles from './button.module.css'
import { useSendOnce } from './use-send-once.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = {
  children: ReactNode
  variant?: ButtonVariant
  type?: 'button' | 'submit'
  /** While a returned promise is under way the button is pending and takes no second press. */
  onPress?: (() => void | Promise<unknown>) | undefined
  /** Shows that it works, keeps its width and its focus, takes no press. */
  isPending?: boolean
  /** What a screen reader hears while pending. */
  pendingLabel?: string | undefined
  isDisabled?: boolean
  /** For what shows and hides something: whether it is shown. */
  isExpanded?: boolean
  icon?: ReactNode
  /** As wide as its container on phones. */
  wide?: boolean
  autoFocus?: boolean
  /** The form it submits where it stands outside of it. */
  form?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A button that says what it does and shows that it works. */
export function Button({ ref, ...props }: ButtonProps) {
  const { children, variant = 'primary', type = 'button', icon, wide = false, pendingLabel = '' } = props
  const { isSending, send } = useSendOnce(props.onPress)
  const isPending = isSending || (props.isPending ?? false)
  return (
    <AriaButton
      ref={ref}
      {...(props.form ? { form: props.form } : {})}
      {...(props.isExpanded !== undefined && { 'aria-expanded': props.isExpanded })}
      type={type}
      className={buttonClass(variant, wide)}
      isPending={isPending}
      isDisabled={props.isDisabled ?? false}
      autoFocus={props.autoFocus ?? false}
      onPress={send}
    >
      {isPending && (
        <span className={styles.working}>
          <Spinner size={20} label={pendingLabel} />
        </span>
      )}
      <span className={styles.content}>
        {icon}
        <span>{children}</span>
      </span>
    </AriaButton>
  )
}

/** The class of everything that looks like a button. */
export function buttonClass(variant: ButtonVariant, wide = false): string {
  return [styles.button, styles[variant], wide && styles.wide].filter(Boolean).join(' ')
}

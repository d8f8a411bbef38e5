import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useSubject } from '#client/interaction/subject.ts'
import styles from './icon-button.module.css'

export type IconButtonProps = {
  /** What it does: its name for everybody who can't see the icon. */
  label: string
  icon: ReactNode
  onPress?: (() => void) | undefined
  onHoverStart?: (() => void) | undefined
  isDisabled?: boolean
  /** Red on hover, for what removes something. */
  tone?: 'plain' | 'danger'
  hasPopup?: 'menu' | 'dialog' | undefined
  isExpanded?: boolean | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A button that shows an icon only, 44 px square. */
export function IconButton({ ref, ...props }: IconButtonProps) {
  const subject = useSubject()
  return (
    <AriaButton
      ref={ref}
      {...(props.hasPopup ? { 'aria-haspopup': props.hasPopup } : {})}
      {...(props.isExpanded === undefined ? {} : { 'aria-expanded': props.isExpanded })}
      className={[styles.button, styles[props.tone ?? 'plain']].join(' ')}
      aria-label={props.label}
      {...(subject !== undefined && { 'aria-describedby': subject })}
      isDisabled={props.isDisabled ?? false}
      onPress={() => props.onPress?.()}
      onHoverStart={() => props.onHoverStart?.()}
    >
      {props.icon}
    </AriaButton>
  )
}

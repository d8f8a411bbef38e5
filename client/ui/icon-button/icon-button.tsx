import { type KeyboardEvent, type ReactNode, type Ref, useRef } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CloseIcon } from '#client/icons/action-icons.tsx'
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
  const isEnterDown = useRef(false)

  // What opens at the press of Enter would get its release; so it opens at the release of an Enter pressed here.
  function pressEnter(event: KeyboardEvent): void {
    if (!props.hasPopup || event.key !== 'Enter') return
    event.preventDefault()
    isEnterDown.current = true
  }

  function releaseEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !isEnterDown.current) return
    isEnterDown.current = false
    props.onPress?.()
  }

  return (
    <button
      ref={ref}
      type="button"
      className={[styles.button, styles[props.tone ?? 'plain']].join(' ')}
      aria-label={props.label}
      aria-describedby={subject}
      aria-haspopup={props.hasPopup}
      aria-expanded={props.isExpanded}
      disabled={props.isDisabled}
      onClick={() => props.onPress?.()}
      onKeyDown={pressEnter}
      onKeyUp={releaseEnter}
      onBlur={() => (isEnterDown.current = false)}
      onPointerEnter={() => props.onHoverStart?.()}
    >
      {props.icon}
    </button>
  )
}

/** Puts away what it stands on. */
export function CloseButton({ onPress }: Required<Pick<IconButtonProps, 'onPress'>>) {
  const { t } = useTexts()
  return <IconButton label={t('dialog.close')} icon={<CloseIcon />} onPress={onPress} />
}

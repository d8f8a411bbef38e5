import type { ReactNode, Ref } from 'react'
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

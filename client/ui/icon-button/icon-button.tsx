import { type ReactNode, type Ref, useId } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CloseIcon } from '#client/icons/action-icons.tsx'
import { useControlSubjectId } from '#client/interaction/control-subject.ts'
import styles from './icon-button.module.css'

export type IconButtonProps = {
  /** The accessible name. */
  label: string
  icon: ReactNode
  onPress?: (() => void) | undefined
  onHoverStart?: (() => void) | undefined
  isDisabled?: boolean
  /** The colour. `danger` is red on hover, for buttons that remove something. */
  tone?: 'plain' | 'danger'
  hasPopup?: 'menu' | 'dialog' | undefined
  isExpanded?: boolean | undefined
  /** Whether the accessible name ends with the subject of the surrounding controls: 'Delete appliance Boiler 1'. */
  isNamedAfterSubject?: boolean
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A button that shows only an icon, 44 px square. */
export function IconButton({ ref, ...props }: IconButtonProps) {
  const subject = useControlSubjectId()
  const id = useId()
  const naming =
    props.isNamedAfterSubject && subject
      ? { id, 'aria-labelledby': `${id} ${subject}` }
      : { 'aria-describedby': subject }
  return (
    <button
      ref={ref}
      type="button"
      className={[styles.button, styles[props.tone ?? 'plain']].join(' ')}
      aria-label={props.label}
      {...naming}
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

/** The button that closes the surrounding element, such as a dialog. */
export function CloseButton({ onPress }: Required<Pick<IconButtonProps, 'onPress'>>) {
  const { t } = useTexts()
  return <IconButton label={t('dialog.close')} icon={<CloseIcon />} onPress={onPress} />
}

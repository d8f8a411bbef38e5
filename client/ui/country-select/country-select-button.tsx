import type { Ref } from 'react'
import { ChevronIcon, LockIcon } from '#client/icons/action-icons.tsx'
import { OptionContent } from '../select/option-content.tsx'
import type { ListboxOption, ListboxController } from '../select/use-listbox.ts'
import styles from './country-select.module.css'

export type CountrySelectButtonProps = {
  id: string
  describedBy: string
  /** The chosen option; undefined while nothing is chosen. */
  option: ListboxOption | undefined
  placeholder: string
  isInvalid: boolean
  isRequired: boolean
  autoFocus: boolean
  /**
   * Whether the value cannot be changed. The box then has aria-disabled instead of disabled, so that its tooltip is
   * reachable by keyboard.
   */
  isLocked: boolean
  list: ListboxController
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** The button that shows the chosen country and opens the list. The button keeps the focus while the list is open. */
export function CountrySelectButton({ id, list, isLocked, ref, ...props }: CountrySelectButtonProps) {
  const { listing } = list
  const isOpen = listing.kind === 'open'
  const Mark = isLocked ? LockIcon : ChevronIcon
  return (
    <button
      ref={ref}
      id={id}
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> could not show flags
      role="combobox"
      className={styles.box}
      aria-describedby={props.describedBy || undefined}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      aria-controls={isOpen ? `${id}list` : undefined}
      aria-activedescendant={isOpen ? `${id}list${listing.active}` : undefined}
      aria-invalid={props.isInvalid}
      aria-required={props.isRequired}
      aria-disabled={isLocked}
      autoFocus={props.autoFocus}
      onClick={(event) => {
        // Focuses the button, because Safari does not do so on a click.
        event.currentTarget.focus()
        list.toggle()
      }}
      onPointerEnter={list.showTip}
      onFocus={list.showTip}
      onKeyDown={list.onKeyDown}
      // Prevents the click that Firefox would cause on keyup.
      onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      onBlur={() => {
        list.close()
        props.onBlur?.()
      }}
    >
      <Chosen option={props.option} placeholder={props.placeholder} />
      <Mark size={20} />
    </button>
  )
}

function Chosen({ option, placeholder }: Pick<CountrySelectButtonProps, 'option' | 'placeholder'>) {
  return option ? <OptionContent {...option} /> : <span className={styles.placeholder}>{placeholder}</span>
}

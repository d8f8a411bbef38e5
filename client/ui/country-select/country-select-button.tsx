import { ChevronIcon, LockIcon } from '#client/icons/action-icons.tsx'
import text from '#client/styles/text.module.css'
import { OptionContent } from '../select/option-content.tsx'
import type { ListboxOption, ListboxController } from '../select/use-listbox.ts'
import type { CountrySelectProps } from './country-select.tsx'
import styles from './country-select.module.css'

export type CountrySelectButtonProps = Pick<
  CountrySelectProps,
  'placeholder' | 'error' | 'isRequired' | 'autoFocus' | 'lockedBecause' | 'onBlur' | 'ref'
> & {
  id: string
  describedBy: string
  /** The chosen option; undefined while nothing is chosen. */
  option: ListboxOption | undefined
  list: ListboxController
}

/**
 * The button that shows the chosen country and opens the list. The button keeps the focus while the list is open. If the
 * value cannot be changed, the button has aria-disabled instead of disabled, so that its tooltip is reachable by
 * keyboard.
 */
export function CountrySelectButton({ id, list, option, ref, ...props }: CountrySelectButtonProps) {
  const { listing } = list
  const isOpen = listing.kind === 'open'
  const isLocked = props.lockedBecause !== undefined
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
      aria-invalid={props.error !== undefined}
      aria-required={props.isRequired ?? false}
      aria-disabled={isLocked}
      autoFocus={props.autoFocus ?? false}
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
      {option ? <OptionContent {...option} /> : <span className={text.muted}>{props.placeholder}</span>}
      <Mark size={20} />
    </button>
  )
}

import type { Ref } from 'react'
import { SelectList } from '../select/select-list.tsx'
import { type ListboxOption, useListbox } from '../select/use-listbox.ts'
import { CountrySelectButton } from './country-select-button.tsx'
import styles from './country-select.module.css'

export type CustomSelectProps = {
  /** The id of the select. The label must have the id `<id>label`. */
  id: string
  options: readonly ListboxOption[]
  /** The value of the chosen option; '' if none is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  /** The text while nothing is chosen. */
  placeholder?: string
  /** The ids of describing elements, separated by spaces. */
  describedBy?: string
  isInvalid?: boolean
  isRequired?: boolean
  autoFocus?: boolean
  /** The reason why the value cannot be changed, shown as a tooltip. If it is set, the select is disabled. */
  lockedBecause?: string | undefined
}

/**
 * A box with the chosen option, and the list that it opens. Why: docs/decisions/017-country-select-icons-typeface.md.
 */
export function CustomSelect({ id, ref, options, value, onChange, onBlur, ...props }: CustomSelectProps) {
  const { lockedBecause, describedBy = '' } = props
  const selectedIndex = options.findIndex((option) => option.value === value)
  const isLocked = lockedBecause !== undefined
  const list = useListbox({ options, selected: selectedIndex, isLocked, onChange })
  return (
    <span className={styles.slot} data-dismissed={list.isTipDismissed || undefined}>
      <CountrySelectButton
        ref={ref}
        id={id}
        describedBy={[describedBy, isLocked && `${id}tip`].filter(Boolean).join(' ')}
        option={options[selectedIndex]}
        placeholder={props.placeholder ?? ''}
        isInvalid={props.isInvalid ?? false}
        isRequired={props.isRequired ?? false}
        autoFocus={props.autoFocus ?? false}
        isLocked={isLocked}
        list={list}
        onBlur={onBlur}
      />
      {list.listing.kind === 'open' && (
        <SelectList
          id={`${id}list`}
          labelId={`${id}label`}
          options={options}
          selected={selectedIndex}
          active={list.listing.active}
          onChoose={list.choose}
        />
      )}
      {isLocked && (
        <span id={`${id}tip`} role="tooltip" className={styles.tip}>
          {lockedBecause}
        </span>
      )}
    </span>
  )
}

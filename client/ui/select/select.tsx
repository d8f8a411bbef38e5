import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import text from '#client/styles/text.module.css'
import { useLazyComponent } from '../loaded-part/use-lazy-component.ts'
import styles from './select.module.css'

export type SelectOption = { value: string; label: string; lang?: string }

export type SelectProps = {
  label: string
  /** Whether the label is only for assistive technology. */
  isLabelHidden?: boolean
  options: readonly SelectOption[]
  /** The value of the chosen option. */
  value: string
  onChange(value: string): void
  /** Whether the list moves the following content down instead of covering it, for containers that would clip it. */
  isListInFlow?: boolean
}

const loadOwnList = () => import('./custom-listbox.tsx').then(({ CustomListbox }) => CustomListbox)

/** Whether styles can change the browser's own list. */
const isListStyled = () => CSS.supports('appearance', 'base-select')

/**
 * A choice of one option. It is a native select, for assistive technology. If the browser permits it, styles change the
 * browser's list. Otherwise a component replaces the list, except for touch:
 * docs/decisions/017-country-select-icons-typeface.md.
 */
export function Select({ label, isLabelHidden = false, options, value, onChange, isListInFlow = false }: SelectProps) {
  const id = useId()
  const box = useRef<HTMLSelectElement>(null)
  const [isListOurs, setListOurs] = useState(false)
  const list = useLazyComponent(loadOwnList, isListOurs)
  const prepare = () => setListOurs(!isListStyled())
  return (
    <span className={styles.field}>
      <label htmlFor={id} id={`${id}label`} className={isLabelHidden ? styles.hidden : text.strong}>
        {label}
      </label>
      <span className={styles.choice}>
        <select
          ref={box}
          id={id}
          className={styles.select}
          value={value}
          onPointerEnter={prepare}
          onFocus={prepare}
          onKeyDown={keepEscape}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronIcon size={20} />
      </span>
      {list && (
        <list.Component
          box={box}
          id={`${id}list`}
          labelId={`${id}label`}
          options={options.map((option) => ({ ...option, name: option.label }))}
          value={value}
          onChange={onChange}
          isInFlow={isListInFlow}
        />
      )}
    </span>
  )
}

/** While the list is open, Escape closes only the list, not the surrounding dialog. */
function keepEscape(event: KeyboardEvent<HTMLSelectElement>): void {
  const isOpen = CSS.supports('selector(:open)') && event.currentTarget.matches(':open')
  if (event.key === 'Escape' && isOpen) event.stopPropagation()
}

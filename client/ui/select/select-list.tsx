import { type KeyboardEvent, useEffect, useRef } from 'react'
import { OptionContent } from './option-content.tsx'
import styles from './select-list.module.css'
import type { ListboxOption } from './use-listbox.ts'

export type SelectListProps = {
  id: string
  labelId: string
  options: readonly ListboxOption[]
  selected: number
  active: number
  onChoose: (index: number) => void
  /** Whether the list moves the following content down instead of covering it. */
  isInFlow?: boolean
  /** The handlers of a list that has the focus itself. Without them, the focus stays on the box. */
  own?: { onKeyDown(event: KeyboardEvent): void; onLeave(): void }
}

/** The list of a select while it is open. It scrolls so that the active option is visible. */
export function SelectList({ id, labelId, options, selected, active, onChoose, isInFlow, own }: SelectListProps) {
  const list = useRef<HTMLDivElement>(null)
  const takesFocus = own !== undefined
  useEffect(() => {
    if (!list.current) return
    if (takesFocus) list.current.focus({ preventScroll: true })
    centreActive(list.current)
    // The braces return nothing, because in newer browsers scrollIntoView returns a promise, which an effect must not
    // return.
    list.current.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])
  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw the list of a <select> themselves
      role="listbox"
      aria-labelledby={labelId}
      {...(own && {
        tabIndex: -1,
        'aria-activedescendant': `${id}${active}`,
        onKeyDown: own.onKeyDown,
        onBlur: own.onLeave,
      })}
      className={`${styles.list} ${isInFlow ? styles.inFlow : ''}`}
    >
      {options.map((option, index) => (
        <Option
          key={option.value}
          id={`${id}${index}`}
          option={option}
          isSelected={index === selected}
          isActive={index === active}
          onChoose={() => onChoose(index)}
        />
      ))}
    </div>
  )
}

/** Scrolls the active option to the middle, to show its neighbours. */
function centreActive(list: HTMLElement): void {
  const active = list.querySelector<HTMLElement>('[data-active]')
  if (active) list.scrollTop = active.offsetTop - (list.clientHeight - active.offsetHeight) / 2
}

type OptionProps = {
  id: string
  option: ListboxOption
  isSelected: boolean
  isActive: boolean
  onChoose: () => void
}

function Option({ id, option, isSelected, isActive, onChoose }: OptionProps) {
  const item = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={item}
      id={id}
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is not inside a <select>
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      className={styles.option}
      // Keeps the focus on the box. A blur of the box then means that the person has left the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <OptionContent {...option} />
    </button>
  )
}

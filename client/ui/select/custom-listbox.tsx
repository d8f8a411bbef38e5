import { type RefObject, useEffect, useRef } from 'react'
import { isCharacterKey } from './listbox-keys.ts'
import { SelectList } from './select-list.tsx'
import { type ListboxKeyEvent, type ListboxOption, type ListboxController, useListbox } from './use-listbox.ts'

export type CustomListboxProps = {
  box: RefObject<HTMLSelectElement | null>
  id: string
  labelId: string
  options: readonly ListboxOption[]
  /** The value of the chosen option of the `<select>`. */
  value: string
  onChange(value: string): void
  isInFlow: boolean
}

/**
 * A list that replaces the browser's list of a `<select>`. The mouse and keys open this list. A finger opens the
 * browser's list, which is made for touch. While this list is open, it has the focus. Why:
 * docs/decisions/017-country-select-icons-typeface.md.
 */
export function CustomListbox({ box, id, labelId, options, value, onChange, isInFlow }: CustomListboxProps) {
  const selectedIndex = options.findIndex((option) => option.value === value)
  const list = useListbox({ options, selected: selectedIndex, isLocked: false, onChange })
  useOpening(box, list)
  if (list.listing.kind === 'closed') return null

  function follow(event: ListboxKeyEvent): void {
    // Moves the focus back before the key's default action, because Tab must continue from the box.
    if (leavingKeys.has(event.key) && !list.isInName(event)) box.current?.focus()
    list.onKeyDown(event)
  }

  function choose(index: number): void {
    box.current?.focus()
    list.choose(index)
  }

  return (
    <SelectList
      id={id}
      labelId={labelId}
      options={options}
      selected={selectedIndex}
      active={list.listing.active}
      isInFlow={isInFlow}
      own={{ onKeyDown: follow, onLeave: list.close }}
      onChoose={choose}
    />
  )
}

const leavingKeys = new Set(['Enter', ' ', 'Escape', 'Tab'])

/** Opens the custom list on events of mouse and keys that would otherwise open the browser's list. */
function useOpening(box: RefObject<HTMLSelectElement | null>, list: ListboxController): void {
  const isOfMouse = useRef(false)
  useEffect(() => {
    const select = box.current
    if (!select) return undefined
    const abortController = new AbortController()
    const { signal } = abortController
    select.addEventListener('pointerdown', ({ pointerType }) => (isOfMouse.current = pointerType === 'mouse'), {
      signal,
    })
    select.addEventListener(
      'mousedown',
      (event) => {
        if (!isOfMouse.current || event.button !== 0) return
        event.preventDefault()
        if (list.listing.kind === 'open') select.focus()
        list.toggle()
      },
      { signal },
    )
    select.addEventListener(
      'keydown',
      (event) => {
        if (isCharacterKey(event.key, event)) event.preventDefault()
        list.onKeyDown(event)
      },
      { signal },
    )
    return () => abortController.abort()
  })
}

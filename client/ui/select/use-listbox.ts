import { type ReactNode, useEffect, useState } from 'react'
import {
  closedListbox,
  createTypeAhead,
  isCharacterKey,
  findListboxKeyEffect,
  type ListboxState,
  openListboxAt,
} from './listbox-keys.ts'

/**
 * An option of the list. Typed letters search `name`. `lang`: the language of the name, if it differs from that of
 * the page.
 */
export type ListboxOption = {
  value: string
  name: string
  lang?: string | undefined
  picture?: ReactNode
  /** A short text after the name. */
  aside?: string | undefined
}

export type UseListboxOptions = {
  options: readonly ListboxOption[]
  /** The index of the chosen option; -1 if none is chosen. */
  selected: number
  isLocked: boolean
  onChange: (value: string) => void
}

/** A key event of React or of the browser. */
export type ListboxKeyEvent = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'timeStamp' | 'preventDefault' | 'stopPropagation'
>

export type ListboxController = ReturnType<typeof useListbox>

/**
 * Returns the state of the list, and the handlers for its keys, clicks and blur. If the value is locked, keys and
 * clicks have no effect except that they close the tooltip.
 */
export function useListbox({ options, selected, isLocked, onChange }: UseListboxOptions) {
  const [listing, setListing] = useState<ListboxState>(closedListbox)
  const [isTipDismissed, setTipDismissed] = useState(false)
  const [letters] = useState(createTypeAhead)
  useEscape(isLocked, () => setTipDismissed(true))

  function choose(index: number): void {
    setListing(closedListbox)
    const value = options[index]?.value
    if (value !== undefined && index !== selected) onChange(value)
  }

  function jumpTo({ key, timeStamp }: ListboxKeyEvent): void {
    const from = listing.kind === 'open' ? listing.active : selected
    const foundIndex = letters.jump(key, { names: options.map(({ name }) => name), from, at: timeStamp })
    setListing(openListboxAt(foundIndex === -1 ? from : foundIndex))
  }

  function follow(event: ListboxKeyEvent): void {
    const { key, altKey } = event
    const effect = findListboxKeyEffect({ listing, key, altKey, count: options.length, selected })
    if (effect === null) return
    // Prevents the key's default action, except for Tab, which moves to the next field. Stops the event, because Escape
    // must close only the list.
    if (key !== 'Tab') event.preventDefault()
    event.stopPropagation()
    setListing(effect.listing)
    if (effect.chosen !== undefined) choose(effect.chosen)
  }

  /** Whether a key is the space within a typed name, as in 'United Kingdom'. */
  function isInName({ key, timeStamp }: ListboxKeyEvent): boolean {
    return key === ' ' && letters.isTyping(timeStamp)
  }

  return {
    listing,
    isTipDismissed,
    isInName,
    choose,
    close: () => setListing(closedListbox),
    showTip: () => setTipDismissed(false),
    toggle: () => {
      if (!isLocked) setListing(listing.kind === 'open' ? closedListbox : openListboxAt(selected))
    },
    onKeyDown: (event: ListboxKeyEvent) => {
      if (isLocked) setTipDismissed(event.key === 'Escape')
      else if (isInName(event)) {
        event.preventDefault()
        jumpTo(event)
      } else if (isCharacterKey(event.key, event)) jumpTo(event)
      else follow(event)
    },
  }
}

/** Closes the tooltip by Escape, wherever the focus is: the pointer may have opened the tooltip. WCAG 2.2, 1.4.13. */
function useEscape(isWanted: boolean, dismiss: () => void): void {
  useEffect(() => {
    if (!isWanted) return undefined
    const onKeyDown = ({ key }: { key: string }) => {
      if (key === 'Escape') dismiss()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

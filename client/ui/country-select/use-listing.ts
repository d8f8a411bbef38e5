import { type KeyboardEvent, useEffect, useState } from 'react'
import type { CountryOption } from './country-select.tsx'
import { closed, createLetterJump, isLetter, keyEffect, type Listing, openAt } from './select-keys.ts'

export type ListingInput = {
  options: readonly CountryOption[]
  /** The index of the value; -1 for none. */
  selected: number
  isLocked: boolean
  onChange: (country: string) => void
}

export type CountryListing = ReturnType<typeof useListing>

/** What keys, clicks and leaving do to the list; locked, they do nothing but put the tooltip away. */
export function useListing({ options, selected, isLocked, onChange }: ListingInput) {
  const [listing, setListing] = useState<Listing>(closed)
  const [isTipDismissed, setTipDismissed] = useState(false)
  const [jump] = useState(createLetterJump)
  useEscape(isLocked, () => setTipDismissed(true))

  function choose(index: number): void {
    setListing(closed)
    const code = options[index]?.code
    if (code !== undefined && index !== selected) onChange(code)
  }

  function jumpTo({ key, timeStamp }: KeyboardEvent): void {
    const from = listing.kind === 'open' ? listing.active : selected
    const found = jump(key, { names: options.map(({ name }) => name), from, at: timeStamp })
    setListing(openAt(found === -1 ? from : found))
  }

  function follow(event: KeyboardEvent): void {
    const { key, altKey } = event
    const effect = keyEffect({ listing, key, altKey, count: options.length, selected })
    if (effect === null) return
    // Tab goes on to the next field; Escape closes the list and not what is around it.
    if (key !== 'Tab') event.preventDefault()
    event.stopPropagation()
    setListing(effect.listing)
    if (effect.chosen !== undefined) choose(effect.chosen)
  }

  return {
    listing,
    isTipDismissed,
    choose,
    close: () => setListing(closed),
    showTip: () => setTipDismissed(false),
    toggle: () => {
      if (!isLocked) setListing(listing.kind === 'open' ? closed : openAt(selected))
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (isLocked) setTipDismissed(event.key === 'Escape')
      else if (isLetter(event.key, event)) jumpTo(event)
      else follow(event)
    },
  }
}

/** Wherever the focus is: a tip that the pointer brought up must go by a key too. WCAG 2.2, 1.4.13. */
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

/** The list of a select, and which of its options the arrows have reached. */
export type Listing = { kind: 'closed' } | { kind: 'open'; active: number }

/** What a key does: the next listing, and the option it chooses, if any. Null: the key is not the select's. */
export type KeyEffect = { listing: Listing; chosen?: number } | null

export type KeyInput = {
  listing: Listing
  key: string
  altKey: boolean
  /** How many options there are. */
  count: number
  /** The index of the value; -1 for none. */
  selected: number
}

const page = 10

/** The keys of a select as the WAI-ARIA practices set them, letters apart. Specification 2.14. */
export function keyEffect(input: KeyInput): KeyEffect {
  return input.listing.kind === 'closed' ? openingKey(input) : movingKey(input, input.listing.active)
}

export const closed: Listing = { kind: 'closed' }

export function openAt(active: number): Listing {
  return { kind: 'open', active: Math.max(0, active) }
}

function openingKey({ key, count, selected }: KeyInput): KeyEffect {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
    case 'Enter':
    case ' ':
      return { listing: openAt(selected) }
    case 'Home':
      return { listing: openAt(0) }
    case 'End':
      return { listing: openAt(count - 1) }
    default:
      return null
  }
}

function movingKey({ key, altKey, count }: KeyInput, active: number): KeyEffect {
  if (altKey && key === 'ArrowUp') return { listing: closed, chosen: active }
  const move = (to: number): KeyEffect => ({ listing: openAt(Math.min(to, count - 1)) })
  switch (key) {
    case 'ArrowDown':
      return move(active + 1)
    case 'ArrowUp':
      return move(active - 1)
    case 'PageDown':
      return move(active + page)
    case 'PageUp':
      return move(active - page)
    case 'Home':
      return move(0)
    case 'End':
      return move(count - 1)
    case 'Enter':
    case ' ':
    case 'Tab':
      return { listing: closed, chosen: active }
    case 'Escape':
      return { listing: closed }
    default:
      return null
  }
}

import { removeAccents } from '#client/i18n/remove-accents.ts'

/** The state of the list. `active`: the index of the highlighted option. */
export type ListboxState = { kind: 'closed' } | { kind: 'open'; active: number }

/**
 * The effect of a key: the next state of the list, and the index of the option that the key chooses; no index if the
 * key chooses none. Null if the list does not handle the key.
 */
export type ListboxKeyEffect = { listing: ListboxState; chosen?: number } | null

export type ListboxKeyPress = {
  listing: ListboxState
  key: string
  altKey: boolean
  /** The number of options in the list. */
  count: number
  /** The index of the chosen option; -1 if none is chosen. */
  selected: number
}

const pageSize = 10

/**
 * Returns the effect of a key on a select according to the WAI-ARIA practices. {@link createTypeAhead} handles
 * letters. Specification 2.14.
 */
export function findListboxKeyEffect(input: ListboxKeyPress): ListboxKeyEffect {
  return input.listing.kind === 'closed' ? openingKey(input) : movingKey(input, input.listing.active)
}

export const closedListbox: ListboxState = { kind: 'closed' }

export function openListboxAt(active: number): ListboxState {
  return { kind: 'open', active: Math.max(0, active) }
}

function openingKey({ key, count, selected }: ListboxKeyPress): ListboxKeyEffect {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
    case 'Enter':
    case ' ':
      return { listing: openListboxAt(selected) }
    case 'Home':
      return { listing: openListboxAt(0) }
    case 'End':
      return { listing: openListboxAt(count - 1) }
    default:
      return null
  }
}

function movingKey({ key, altKey, count }: ListboxKeyPress, active: number): ListboxKeyEffect {
  if (altKey && key === 'ArrowUp') return { listing: closedListbox, chosen: active }
  const move = (to: number): ListboxKeyEffect => ({ listing: openListboxAt(Math.min(to, count - 1)) })
  switch (key) {
    case 'ArrowDown':
      return move(active + 1)
    case 'ArrowUp':
      return move(active - 1)
    case 'PageDown':
      return move(active + pageSize)
    case 'PageUp':
      return move(active - pageSize)
    case 'Home':
      return move(0)
    case 'End':
      return move(count - 1)
    case 'Enter':
    case ' ':
    case 'Tab':
      return { listing: closedListbox, chosen: active }
    case 'Escape':
      return { listing: closedListbox }
    default:
      return null
  }
}

/** The maximum pause between letters of one word, in ms, as in the selects of Chromium. */
const sameWordMs = 1_000

type LetterJump = {
  jump(letter: string, input: { names: readonly string[]; from: number; at: number }): number
  /** Whether a key at this time, in ms, continues a typed name. A space then belongs to the name. */
  isTyping(at: number): boolean
}

/**
 * Creates the search by typed letters. `jump` returns the index of the name that begins with the typed text, ignoring
 * accents and case: 'o' finds 'Österreich'. A repeated letter finds the next name with this letter. `jump` returns -1
 * if no name matches. Specification 2.14.
 *
 * `from` is the current index, -1 for none; `at` is the time of the key, in ms.
 */
export function createTypeAhead(): LetterJump {
  let typedLetters = ''
  let lastAt = Number.NEGATIVE_INFINITY

  const isTyping = (at: number): boolean => at - lastAt <= sameWordMs

  return {
    isTyping,
    jump(letter, { names, from, at }) {
      typedLetters = isTyping(at) ? typedLetters + letter : letter
      lastAt = at
      const isRepeated = typedLetters === letter.repeat(typedLetters.length / letter.length)
      const wantedStart = isRepeated ? letter : typedLetters
      // With one letter, the search begins after the current option. With more letters, it begins at the current
      // option.
      const start = wantedStart.length === 1 ? from + 1 : Math.max(0, from)
      return nextIndex(names, wantedStart, start)
    },
  }
}

function nextIndex(names: readonly string[], wantedStart: string, start: number): number {
  const plainWanted = removeAccents(wantedStart)
  const order = names.map((_, index) => (start + index) % names.length)
  return order.find((index) => removeAccents(names[index] ?? '').startsWith(plainWanted)) ?? -1
}

/**
 * Matches a key that types a character. Other keys have longer names, such as 'Shift'. Space is excluded, because it
 * chooses an option.
 */
const oneCharacter = /^\S$/u

/** Whether a key types a character other than a space. A key with Ctrl, Alt or Meta is a shortcut and types nothing. */
export function isCharacterKey(key: string, { ctrlKey, altKey, metaKey }: Modifiers): boolean {
  return oneCharacter.test(key) && !ctrlKey && !altKey && !metaKey
}

type Modifiers = { ctrlKey: boolean; altKey: boolean; metaKey: boolean }

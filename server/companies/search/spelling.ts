/** Words of fewer letters are searched for as they are typed. Specification 13.7. */
const shortestTolerant = 5

/** Only letters: a digit that is wrong makes another postal code. */
const onlyLetters = /^\P{N}+$/u

const start = 5

/**
 * The parts under which the database keeps every word that begins, but for one typing error, like `typed`: its first
 * letters with none or one of them left out. Migration 0007 keeps the counterpart. No parts where no error is tolerated.
 */
export function spellingParts(typed: string): string[] {
  if (!isTolerant(typed)) return []
  const beginning = lettersOf(typed).slice(0, start)
  const shortened = beginning.length < start ? [] : beginning.map((_, place) => beginning.toSpliced(place, 1).join(''))
  return [...new Set([beginning.join(''), ...shortened])]
}

// Code points, as PostgreSQL counts.
function lettersOf(word: string): string[] {
  return Array.from(word)
}

// One letter less than needed may be the error itself.
function isTolerant(typed: string): boolean {
  return lettersOf(typed).length >= shortestTolerant - 1 && onlyLetters.test(typed)
}

/**
 * How `word` is `typed` with one typing error (a letter wrong, missing, too many, or two swapped): as a `whole` or in its
 * `beginning`; null when it is not, or begins as typed. One of the two must have five letters.
 */
export function misspelling(typed: string, word: string): 'whole' | 'beginning' | null {
  const [left, right] = [lettersOf(typed), lettersOf(word)]
  if (Math.max(left.length, right.length) < shortestTolerant || !isTolerant(typed)) return null
  const first = left.findIndex((letter, place) => letter !== right[place])
  if (first === -1) return null
  const kinds = errorsAt(left, right, first).map((error) => kindOf(left, right, error))
  if (kinds.includes('whole')) return 'whole'
  return left.length >= shortestTolerant && kinds.includes('beginning') ? 'beginning' : null
}

/** From where on the two are to be the same again. */
type AfterError = { typedFrom: number; wordFrom: number }

/** For the first difference, each error it may be: a letter wrong, too many, missing, or two swapped. */
function errorsAt(left: readonly string[], right: readonly string[], first: number): AfterError[] {
  const after = (typed: number, word: number): AfterError => ({ typedFrom: first + typed, wordFrom: first + word })
  const isSwap = left[first] === right[first + 1] && left[first + 1] === right[first]
  return [after(1, 1), after(1, 0), after(0, 1), ...(isSwap ? [after(2, 2)] : [])]
}

function kindOf(
  left: readonly string[],
  right: readonly string[],
  { typedFrom, wordFrom }: AfterError,
): 'whole' | 'beginning' | null {
  for (let place = typedFrom; place < left.length; place++)
    if (left[place] !== right[wordFrom + place - typedFrom]) return null
  if (left.length - typedFrom === right.length - wordFrom) return 'whole'
  // Nothing left over says too little: every word that shares the letters before would do.
  return typedFrom < left.length ? 'beginning' : null
}

/** So many words are tried for one that was typed. */
const maxSpellings = 20

/**
 * The words that may have been meant, whole words first, then short ones. `as` says whether a word may also just begin
 * like that: for what nobody has as a word it may, or everything would be found.
 */
export function likelySpellings(typed: string, words: readonly string[], as: 'whole' | 'beginning'): string[] {
  const found = words.flatMap((word) => {
    const kind = misspelling(typed, word)
    if (kind === null || (kind === 'beginning' && as === 'whole')) return []
    return [{ word, order: kind === 'whole' ? 0 : word.length }]
  })
  return found
    .toSorted((one, other) => one.order - other.order)
    .slice(0, maxSpellings)
    .map(({ word }) => word)
}

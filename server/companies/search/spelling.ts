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
  const rests = restsAfter(left, right, first)
  if (rests.some(([typedRest, wordRest]) => typedRest === wordRest)) return 'whole'
  if (left.length < shortestTolerant) return null
  return rests.some(([typedRest, wordRest]) => isBeginning(typedRest, wordRest)) ? 'beginning' : null
}

// Nothing left over says too little: every word that shares the letters before would do.
function isBeginning(typedRest: string, wordRest: string): boolean {
  return typedRest !== '' && wordRest.startsWith(typedRest)
}

/** What follows the first difference, for each error it may be: a letter wrong, too many, missing, or two swapped. */
function restsAfter(left: readonly string[], right: readonly string[], first: number): [string, string][] {
  const after = (typedFrom: number, wordFrom: number): [string, string] => [
    left.slice(first + typedFrom).join(''),
    right.slice(first + wordFrom).join(''),
  ]
  const rests = [after(1, 1), after(1, 0), after(0, 1)]
  const isSwap = left[first] === right[first + 1] && left[first + 1] === right[first]
  return isSwap ? [...rests, after(2, 2)] : rests
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

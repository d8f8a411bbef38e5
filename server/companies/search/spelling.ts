/** If a typed text and a word both have fewer letters than this, no typing error is allowed. Specification 13.7. */
const minTolerantLength = 5

/**
 * Matches words without digits. In a word with digits no typing error is allowed, because a wrong digit makes a
 * different postal code.
 */
const onlyLetters = /^\P{N}+$/u

const keyLength = 5

/**
 * Returns the keys with which the database finds the words whose beginning is `typedWord` with one typing error. The
 * keys are the first five letters of `typedWord`. If `typedWord` has at least five letters, each key with one of the
 * five letters omitted is added. Migration 0007 stores the counterparts. Empty if no typing error is allowed.
 */
export function spellingKeysOf(typedWord: string): string[] {
  if (!allowsTypingError(typedWord)) return []
  const beginning = lettersOf(typedWord).slice(0, keyLength)
  const shortenedKeys =
    beginning.length < keyLength ? [] : beginning.map((_, index) => beginning.toSpliced(index, 1).join(''))
  return [...new Set([beginning.join(''), ...shortenedKeys])]
}

// Splits a word into code points, the characters that PostgreSQL counts.
function lettersOf(word: string): string[] {
  return Array.from(word)
}

// Whether a typing error is allowed in a typed text. A text with one letter less than the minimum is also allowed,
// because the error may have omitted that letter.
function allowsTypingError(typedWord: string): boolean {
  return lettersOf(typedWord).length >= minTolerantLength - 1 && onlyLetters.test(typedWord)
}

/**
 * Compares a typed text with a word. Returns `whole` if they differ by exactly one typing error: a letter is wrong,
 * missing or added, or two are swapped. Returns `beginning` if only the beginning of `word` differs in this way.
 * Returns null otherwise, and if no typing error is allowed: if `typedWord` has a digit, or if both have fewer than
 * five letters.
 */
export function classifyMisspelling(typedWord: string, word: string): 'whole' | 'beginning' | null {
  const [left, right] = [lettersOf(typedWord), lettersOf(word)]
  if (Math.max(left.length, right.length) < minTolerantLength || !allowsTypingError(typedWord)) return null
  const first = left.findIndex((letter, index) => letter !== right[index])
  if (first === -1) return null
  const kinds = errorsAt(left, right, first).map((error) => kindOf(left, right, error))
  if (kinds.includes('whole')) return 'whole'
  return left.length >= minTolerantLength && kinds.includes('beginning') ? 'beginning' : null
}

/** The indexes after a typing error, from which on the typed text and the word must be equal. */
type AfterError = { typedFrom: number; wordFrom: number }

/** Returns the possible errors at the first difference: a letter is wrong, added or missing, or two are swapped. */
function errorsAt(leftWords: readonly string[], right: readonly string[], first: number): AfterError[] {
  const after = (typedLength: number, word: number): AfterError => ({
    typedFrom: first + typedLength,
    wordFrom: first + word,
  })
  const isSwap = leftWords[first] === right[first + 1] && leftWords[first + 1] === right[first]
  return [after(1, 1), after(1, 0), after(0, 1), ...(isSwap ? [after(2, 2)] : [])]
}

function kindOf(
  leftWords: readonly string[],
  right: readonly string[],
  { typedFrom, wordFrom }: AfterError,
): 'whole' | 'beginning' | null {
  for (let index = typedFrom; index < leftWords.length; index++)
    if (leftWords[index] !== right[wordFrom + index - typedFrom]) return null
  if (leftWords.length - typedFrom === right.length - wordFrom) return 'whole'
  // If no typed text is left, there is no match. Otherwise every word with the same first letters would match.
  return typedFrom < leftWords.length ? 'beginning' : null
}

/** The maximum number of spellings that the search tries for one typed word. */
const maxSpellings = 20

/**
 * Returns the words that the person probably meant, at most 20. Whole words come first, then words with a matching
 * beginning, the shortest first. If `as` is `whole`, words with a matching beginning are left out: if the typed text is
 * itself a word, too many would match.
 */
export function findLikelySpellings(typedWord: string, words: readonly string[], as: 'whole' | 'beginning'): string[] {
  const foundWords = words.flatMap((word) => {
    const kind = classifyMisspelling(typedWord, word)
    if (kind === null || (kind === 'beginning' && as === 'whole')) return []
    return [{ word, order: kind === 'whole' ? 0 : word.length }]
  })
  return foundWords
    .toSorted((one, other) => one.order - other.order)
    .slice(0, maxSpellings)
    .map(({ word }) => word)
}

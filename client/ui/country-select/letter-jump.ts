/** Letters typed within this time belong together. */
const togetherMs = 600

export type LetterJump = (letter: string, input: { names: readonly string[]; from: number; at: number }) => number

/**
 * Finds the name that what was typed begins with, accents and case aside: 'o' finds 'Österreich'. The same letter
 * again goes on to the next such name. Answers -1 where none begins so. Specification 2.14.
 *
 * `from` is the index one is at, -1 for none; `at` the moment of the key, in ms.
 */
export function createLetterJump(): LetterJump {
  let typed = ''
  let lastAt = Number.NEGATIVE_INFINITY

  return (letter, { names, from, at }) => {
    typed = at - lastAt > togetherMs ? letter : typed + letter
    lastAt = at
    const isRepeated = typed === letter.repeat(typed.length / letter.length)
    const wanted = isRepeated ? letter : typed
    // One letter moves on from here; more letters first look whether here still fits.
    const start = wanted.length === 1 ? from + 1 : Math.max(0, from)
    return nextIndex(names, wanted, start)
  }
}

function nextIndex(names: readonly string[], wanted: string, start: number): number {
  const plainWanted = plain(wanted)
  const order = names.map((_, index) => (start + index) % names.length)
  return order.find((index) => plain(names[index] ?? '').startsWith(plainWanted)) ?? -1
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Keys that type nothing have names, 'Shift'; the space is the select's own. */
const oneCharacter = /^\S$/u

/** Whether a key types a letter; not with Ctrl, Alt or Meta, which make shortcuts. */
export function isLetter(key: string, { ctrlKey, altKey, metaKey }: Modifiers): boolean {
  return oneCharacter.test(key) && !ctrlKey && !altKey && !metaKey
}

type Modifiers = { ctrlKey: boolean; altKey: boolean; metaKey: boolean }

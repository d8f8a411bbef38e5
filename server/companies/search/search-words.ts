// The replacements of letters in typed text. They must be the same as for the words of companies in migration 0007.

const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'o',
  ł: 'l',
  Ł: 'l',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  Ð: 'd',
  ı: 'i',
  ß: 'ss',
  ẞ: 'ss',
  þ: 'th',
  Þ: 'th',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
}

/** Removes case, accents and ligatures from a text, like `company_fold` in the database. */
export function foldCaseAndAccents(value: string): string {
  return value
    .normalize('NFKD')
    .replaceAll(/[øØłŁđĐðÐıßẞþÞæÆœŒ]/gu, (letter) => letters[letter] ?? letter)
    .replaceAll(/[\u0300-\u036F]/gu, '')
    .replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase())
}

/** Marks inside a word that are removed, as in `O'Rourke` and `Instal·lacions`. */
const innerMarks = /['’‘ʼ·]/gu

// Matches initials between blanks, as the database does: `0.a.a` does not match.
const initials = /(?<!\S)\.*(?:[a-z]\.)+[a-z]?\.*(?!\S)/gu

const wordSeparators = /[\s!"#$%&()*+,\-./:;<=>?@[\\\]^_`{|}~«»¡¿–—“”„…]+/u

/**
 * Returns the folded words of a typed text, without repetitions. An abbreviation such as `s.r.o.` is one word. The
 * result is empty if the text has no words.
 */
export function toSearchWords(value: string): string[] {
  const foldedText = foldCaseAndAccents(value).replaceAll(innerMarks, '')
  const joinedText = foldedText.replaceAll(initials, (dottedText) => dottedText.replaceAll('.', ''))
  return [...new Set(joinedText.split(wordSeparators).filter((word) => word !== ''))]
}

// The same replacements for typed text as in migration 0007 for the words of companies.

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

/** A text without case, accents and ligatures, like `company_fold` in the database. */
export function fold(value: string): string {
  return value
    .normalize('NFKD')
    .replaceAll(/[øØłŁđĐðÐıßẞþÞæÆœŒ]/gu, (letter) => letters[letter] ?? letter)
    .replaceAll(/[\u0300-\u036F]/gu, '')
    .replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase())
}

/** Marks inside a word: `O'Rourke`, `Instal·lacions`. */
const innerMarks = /['’‘ʼ·]/gu

// Matches initials between blanks, as in the database: `0.a.a` is not an abbreviation.
const initials = /(?<!\S)\.*(?:[a-z]\.)+[a-z]?\.*(?!\S)/gu

const wordSeparators = /[\s!"#$%&()*+,\-./:;<=>?@[\\\]^_`{|}~«»¡¿–—“”„…]+/u

/** The folded words of a search; an abbreviation such as `s.r.o.` is one word. Empty if nothing is searchable. */
export function searchWords(value: string): string[] {
  const folded = fold(value).replaceAll(innerMarks, '')
  const joined = folded.replaceAll(initials, (dotted) => dotted.replaceAll('.', ''))
  return [...new Set(joined.split(wordSeparators).filter((word) => word !== ''))]
}

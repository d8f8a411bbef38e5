// What migration 0007 does to the words of companies, done to what people type.

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

/** A text without case, accents and ligatures, as `company_fold` of the database. */
export function fold(value: string): string {
  return value
    .normalize('NFKD')
    .replaceAll(/[øØłŁđĐðÐıßẞþÞæÆœŒ]/gu, (letter) => letters[letter] ?? letter)
    .replaceAll(/[\u0300-\u036F]/gu, '')
    .replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase())
}

/** Marks that stand inside one word: `O'Rourke`, `Instal·lacions`. */
const innerMarks = /['’‘ʼ·]/gu

// Standing alone, as the database joins them: `0.a.a` is no abbreviation.
const initials = /(?<!\S)\.*(?:[a-z]\.)+[a-z]?\.*(?!\S)/gu

const gaps = /[\s!"#$%&()*+,\-./:;<=>?@[\\\]^_`{|}~«»¡¿–—“”„…]+/u

/** The words of a search, folded: abbreviations such as `s.r.o.` are one word. Empty where nothing can be searched for. */
export function searchWords(value: string): string[] {
  const folded = fold(value).replaceAll(innerMarks, '')
  const joined = folded.replaceAll(initials, (dotted) => dotted.replaceAll('.', ''))
  return [...new Set(joined.split(gaps).filter((word) => word !== ''))]
}

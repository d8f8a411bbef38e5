import { type Language, chooseLanguage } from '#contract/languages.ts'

/** Longer headers are not from browsers; what comes after is not read. */
const maxWishes = 20

/** The language of the page that fits `Accept-Language` best; English where none does. RFC 9110, 12.5.4. */
export function languageOfHeader(header: string | undefined): Language {
  const wishes = (header ?? '').split(',', maxWishes).map(toWish)
  const wanted = wishes.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  return chooseLanguage(wanted.map(({ tag }) => tag))
}

function toWish(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { tag, weight: Number.isFinite(weight) ? weight : 0 }
}

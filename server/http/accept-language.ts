import { type Language, chooseLanguage } from '#contract/languages.ts'

/** The maximum number of entries of the header that are read. Browsers send fewer. */
const maxEntries = 20

/**
 * Returns the language of the portal that matches the header `Accept-Language` best, or English if none matches. RFC
 * 9110, 12.5.4.
 */
export function languageOfHeader(header: string | undefined): Language {
  const preferences = (header ?? '').split(',', maxEntries).map(toTag)
  const wantedTags = preferences.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  return chooseLanguage(wantedTags.map(({ tag }) => tag))
}

function toTag(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { tag, weight: Number.isFinite(weight) ? weight : 0 }
}

import type { CompanyList, ProviderQuery } from '#contract/company-search.ts'
import { likelySpellings, spellingParts } from './spelling.ts'
import type { Found, Market, ResultRange, SearchAnswer, SearchStore } from './store.ts'
import { fold, searchWords } from './words.ts'

/** Typing errors are looked for when fewer companies than these match what was typed. */
const enough = 5

const nothing: Found = { items: [], total: 0 }

type Ask = { market: Market; page: ResultRange; code: string | null; words: readonly string[] }

/**
 * Companies of a country and of brands, best first: the one with the id, those with the postal code, those with all words
 * typed, those with words that may have been meant. Specification 13.7, docs/decisions/015-provider-search.md.
 */
export async function searchCompanies(
  companies: SearchStore,
  { value = '', limit, offset, ...market }: Omit<ProviderQuery, 'brand'> & Market,
): Promise<CompanyList> {
  const page = { limit, offset }
  if (value === '') return (await companies.search({ market, code: '', terms: [], page })).found
  const range = idRange(value)
  const named = range === null ? [] : await companies.findByIds(market, range)
  if (named.length > 0) return { items: named.slice(offset, offset + limit), total: named.length }
  const words = searchWords(value)
  if (words.length === 0) return nothing
  // A single word is looked for by its beginning, and a code begins with itself.
  const ask = { market, page, code: words.length === 1 ? null : joinedCode(value), words }
  const asTyped = await findAsTyped(companies, ask)
  return asTyped.found.total < enough ? findTolerantly(companies, ask, asTyped) : asTyped.found
}

function findAsTyped(companies: SearchStore, { words, ...ask }: Ask): Promise<SearchAnswer> {
  const terms = words.map((beginning) => ({ beginning, spellings: [] }))
  const parts = words.flatMap(spellingParts)
  return companies.search({ ...ask, terms, ...(parts.length > 0 && { similar: { parts, below: enough } }) })
}

async function findTolerantly(
  companies: SearchStore,
  { words, ...ask }: Ask,
  { found, counts, similar }: SearchAnswer,
): Promise<Found> {
  const terms = words.map((beginning, place) => ({
    beginning,
    spellings: likelySpellings(beginning, similar, counts[place] === 0 ? 'beginning' : 'whole'),
  }))
  if (terms.every(({ spellings }) => spellings.length === 0)) return found
  return (await companies.search({ ...ask, terms })).found
}

/** A postal code written with gaps, as `SW1A 1AA`, is one word of its company too. */
function joinedCode(value: string): string | null {
  const joined = fold(value).replaceAll(/[ -]/gu, '')
  return /^[a-z0-9]*\d[a-z0-9]*$/u.test(joined) ? joined : null
}

const hexDigitsOfId = 32

/** The ids that begin as typed, from the first group of a UUID on; null for what is no beginning of an id. */
function idRange(value: string): [string, string] | null {
  const compact = value.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{8,32}$/u.test(compact)) return null
  return [toId(compact.padEnd(hexDigitsOfId, '0')), toId(compact.padEnd(hexDigitsOfId, 'f'))]
}

function toId(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}

import type { CompanyList } from '#contract/company-search.ts'
import type { ProviderQuery } from '#contract/provider-query.ts'
import { findLikelySpellings, spellingKeysOf } from './spelling.ts'
import type { FoundCompanies, ResultRange, CompanySearchResult, CompanySearchStore } from './store.ts'
import type { SearchedMarket } from './terms/store.ts'
import { foldCaseAndAccents, toSearchWords } from './search-words.ts'

/** The number of companies below which the search also tries corrected words. */
const enoughCompanies = 5

const noCompanies: FoundCompanies = { items: [], total: 0 }

type TermSearch = { market: SearchedMarket; page: ResultRange; code: string | null; words: readonly string[] }

/**
 * Searches companies of a country and of brands. If the text is the beginning of company ids, returns only the
 * companies with these ids.
 *
 * Otherwise the best match comes first: companies with the postal code, then companies that match all typed words,
 * then companies that match corrected words. Specification 13.7, docs/decisions/015-provider-search.md.
 */
export async function searchCompanies(
  companies: CompanySearchStore,
  { value = '', limit, offset, ...market }: Omit<ProviderQuery, 'brand'> & SearchedMarket,
): Promise<CompanyList> {
  const page = { limit, offset }
  if (value === '') return (await companies.search({ market, code: '', terms: [], page })).found
  const range = idRange(value)
  const namedCompanies = range === null ? [] : await companies.findByIds(market, range)
  if (namedCompanies.length > 0)
    return { items: namedCompanies.slice(offset, offset + limit), total: namedCompanies.length }
  const words = toSearchWords(value)
  if (words.length === 0) return noCompanies
  // For a single word, no separate search for a postal code is needed: the search for words that begin with it also
  // finds codes.
  const ask = { market, page, code: words.length === 1 ? null : joinedCode(value), words }
  const asTyped = await findAsTyped(companies, ask)
  return asTyped.found.total < enoughCompanies ? findTolerantly(companies, ask, asTyped) : asTyped.found
}

function findAsTyped(companies: CompanySearchStore, { words, ...ask }: TermSearch): Promise<CompanySearchResult> {
  const terms = words.map((beginning) => ({ beginning, spellings: [] }))
  const parts = words.flatMap(spellingKeysOf)
  return companies.search({ ...ask, terms, ...(parts.length > 0 && { similar: { parts, below: enoughCompanies } }) })
}

async function findTolerantly(
  companies: CompanySearchStore,
  { words, ...ask }: TermSearch,
  { found, counts, similar }: CompanySearchResult,
): Promise<FoundCompanies> {
  const terms = words.map((beginning, index) => ({
    beginning,
    spellings: findLikelySpellings(beginning, similar, counts[index] === 0 ? 'beginning' : 'whole'),
  }))
  if (terms.every(({ spellings }) => spellings.length === 0)) return found
  return (await companies.search({ ...ask, terms })).found
}

/**
 * Returns the typed text without blanks and hyphens if it can be a postal code, otherwise null. A code such as `SW1A
 * 1AA` is also indexed as one word.
 */
function joinedCode(value: string): string | null {
  const joinedText = foldCaseAndAccents(value).replaceAll(/[ -]/gu, '')
  return /^[a-z0-9]*\d[a-z0-9]*$/u.test(joinedText) ? joinedText : null
}

const hexDigitsOfId = 32

/**
 * Returns the first and the last id that begin with the typed text. Null if no id can begin with the text, or if the
 * text has fewer than eight hexadecimal digits.
 */
function idRange(value: string): [string, string] | null {
  const compact = value.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{8,32}$/u.test(compact)) return null
  return [toId(compact.padEnd(hexDigitsOfId, '0')), toId(compact.padEnd(hexDigitsOfId, 'f'))]
}

function toId(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}

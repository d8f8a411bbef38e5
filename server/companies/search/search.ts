import type { CompanyList, ProviderQuery } from '#contract/company-search.ts'
import { likelySpellings, spellingParts } from './spelling.ts'
import type { Found, Market, ResultRange, SearchStore, Term } from './store.ts'
import { fold, searchWords } from './words.ts'

/** Typing errors are looked for when fewer companies than these match what was typed. */
const enough = 5

const nothing: Found = { items: [], total: 0 }

type Ask = { market: Market; page: ResultRange; value: string; words: readonly string[] }

/** What was found, and for each word that was typed how many words of companies begin with it. */
type AsTyped = { found: Found; counts: readonly number[] }

/**
 * Companies of a country and of brands, best first: the one with the id, those with the postal code, those with all words
 * typed, those with words that may have been meant. Specification 13.7, docs/decisions/015-provider-search.md.
 */
export async function searchCompanies(
  companies: SearchStore,
  { value = '', limit, offset, ...market }: Omit<ProviderQuery, 'brand'> & Market,
): Promise<CompanyList> {
  const page = { limit, offset }
  if (value === '') return companies.search({ market, code: '', terms: [], page })
  const range = idRange(value)
  const named = range === null ? [] : await companies.findByIds(market, range)
  if (named.length > 0) return { items: named.slice(offset, offset + limit), total: named.length }
  const ask = { market, page, value, words: searchWords(value) }
  if (ask.words.length === 0) return nothing
  const asTyped = await findAsTyped(companies, ask)
  return asTyped.found.total < enough ? findTolerantly(companies, ask, asTyped) : asTyped.found
}

async function findAsTyped(companies: SearchStore, ask: Ask): Promise<AsTyped> {
  const terms = ask.words.map((beginning) => ({ beginning, spellings: [] }))
  if (terms.length === 1) {
    const found = await companies.search({ ...ask, code: null, terms })
    return { found, counts: [found.total] }
  }
  const counts = await companies.count(ask.market, terms)
  return { found: await findAll(companies, ask, { terms, counts }), counts }
}

async function findTolerantly(companies: SearchStore, ask: Ask, { found, counts }: AsTyped): Promise<Found> {
  const parts = ask.words.flatMap(spellingParts)
  if (parts.length === 0) return found
  const similar = await companies.similarWords(ask.market.country, parts)
  const terms = ask.words.map((beginning, place) => ({
    beginning,
    spellings: likelySpellings(beginning, similar, counts[place] === 0 ? 'beginning' : 'whole'),
  }))
  if (terms.every(({ spellings }) => spellings.length === 0)) return found
  if (terms.length === 1) return companies.search({ ...ask, code: null, terms })
  return findAll(companies, ask, { terms, counts: await companies.count(ask.market, terms) })
}

type CountedTerms = { terms: readonly Term[]; counts: readonly number[] }

/** Companies with all of the terms, and those whose postal code is the whole value. */
async function findAll(companies: SearchStore, ask: Ask, { terms, counts }: CountedTerms): Promise<Found> {
  const code = joinedCode(ask.value)
  if (!counts.includes(0)) return companies.search({ ...ask, code, terms: rarestFirst({ terms, counts }) })
  return code === null ? nothing : companies.search({ ...ask, code, terms: [] })
}

function rarestFirst({ terms, counts }: CountedTerms): Term[] {
  return terms
    .map((term, place) => ({ term, count: counts[place] ?? 0 }))
    .toSorted((one, other) => one.count - other.count || other.term.beginning.length - one.term.beginning.length)
    .map(({ term }) => term)
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

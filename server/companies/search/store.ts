import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { companySearchLimits } from '#contract/company-search.ts'
import type { Country } from '#contract/countries.ts'
import type { Company } from '#contract/provider.ts'
import { type StoredCompany, companyColumns, toCompany } from '../store.ts'

/** Where and for whom companies are looked for. */
export type Market = { country: Country; brands: readonly string[] }

/** What a word that was typed may stand for: all words with this beginning, and these. */
export type Term = { beginning: string; spellings: readonly string[] }

export type ResultRange = { limit: number; offset: number }

/**
 * What to find: companies with `code` for a word (best of all; null for none), and those that have a word for each of
 * the terms. The words of the first term are read one by one, so it should be the rarest.
 */
export type Search = { market: Market; code: string | null; terms: readonly Term[]; page: ResultRange }

export type Found = { items: Company[]; total: number }

type FoundRow = Omit<StoredCompany, 'id'> & { total: number; id: string | null }

// Greater than every letter of a word, so that it ends the words of a beginning. PostgreSQL compares bytes (collation C).
const last = '\u{10FFFF}'

/** More words than these are not told apart when the rarest is chosen. */
const countedWords = 1_000

/** Words of one term that are read. Rarer words are read to their end. */
const readWords = 20_000

/** More than `total` counts, since a company may have several words of one beginning. */
const foundWords = 1_200

/** So many similar words are looked at; more share a beginning only in a made-up language. */
const similarWordsAtMost = 5_000

export type SearchStore = ReturnType<typeof createSearchStore>

export function createSearchStore(pool: Pool) {
  return {
    search: async (search: Search): Promise<Found> => {
      const { rows } = await pool.query<FoundRow>(searchStatement(search))
      const items = rows.flatMap(({ id, ...company }) => (id === null ? [] : [toCompany({ id, ...company })]))
      return { total: rows[0]?.total ?? 0, items }
    },

    /** How many words of the market each term stands for, counted up to a thousand. */
    count: async (market: Market, terms: readonly Term[]): Promise<number[]> => {
      const { rows } = await pool.query<Record<string, number>>(countStatement(market, terms))
      return terms.map((_, place) => rows[0]?.[`words${place}`] ?? 0)
    },

    /** Companies of a market whose id lies between two. */
    findByIds: async ({ country, brands }: Market, [from, to]: readonly [string, string]): Promise<Company[]> => {
      const values = [country, brands, from, to, companySearchLimits.total]
      const { rows } = await pool.query<StoredCompany>({ ...byIdsQuery, values })
      return rows.map(toCompany)
    },

    /** Words of companies of the country under any of these parts of a spelling. */
    similarWords: async (country: Country, parts: readonly string[]): Promise<string[]> => {
      const { rows } = await pool.query<{ word: string }>({ ...similarQuery, values: [country, parts] })
      return rows.map(({ word }) => word)
    },
  }
}

type Statement = { name: string; text: string; values: unknown[] }

/** Takes a value and answers the sign that stands for it in the text. */
type Bind = (value: unknown) => string

/** Words of a market as `w`, for each of its brands: only so many are read, in the order of the index. */
type Words = { condition: string; order: string; others?: string }

function wordsOf({ country, brands }: Market, bind: Bind): (words: Words) => string {
  const [inCountry, ofBrands] = [`w.country = ${bind(country)}`, bind(brands)]
  return ({ condition, order, others = 'true' }) => `
    unnest(${ofBrands}::text[]) as m(brand) cross join lateral (
      select * from (
        select w.word, w.line, w.company_id from company_word w
        where ${inCountry} and w.brand = m.brand and ${condition} order by ${order} limit ${readWords}
      ) as w where ${others} limit ${foundWords}
    ) as w`
}

function beginsWith({ beginning }: Term, bind: Bind): string {
  return `w.word >= ${bind(beginning)} and w.word < ${bind(beginning + last)}`
}

/**
 * What is found comes in this order: the code, what was typed, other spellings; in each whole words first, then names.
 * The text is the same for searches of the same form, so that PostgreSQL prepares it once.
 */
function searchStatement({ market, code, terms: [first, ...others], page }: Search): Statement {
  const values: unknown[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const words = wordsOf(market, bind)
  const sources: string[] = []
  if (code !== null) {
    const condition = `w.word = ${bind(code)}`
    sources.push(`select 0 as source, w.* from ${words({ condition, order: 'w.line, w.company_id' })}`)
  }
  if (first) sources.push(...sourcesOf({ first, others, words, bind }))
  const limit = Math.min(page.limit, companySearchLimits.total - page.offset)
  const text = pageOf(sources, { limit: bind(limit), offset: bind(page.offset) })
  return { name: nameOf('search', text), text, values }
}

type Sources = { first: Term; others: readonly Term[]; words: (words: Words) => string; bind: Bind }

function sourcesOf({ first, others, words, bind }: Sources): string[] {
  const all = [first, ...others]
  const conditions = others.map((term) => `w.line like any (${bind(patternsOf(term))}::text[])`)
  const rest = { others: conditions.join(' and ') || 'true' }
  const asTyped = words({ condition: beginsWith(first, bind), order: 'w.word, w.line, w.company_id', ...rest })
  if (all.every(({ spellings }) => spellings.length === 0)) return [`select 1 as source, w.* from ${asTyped}`]
  const typed = bind(all.map(({ beginning }) => `% ${beginning}%`))
  const meant = words({ condition: 'w.word = s.word', order: 'w.line, w.company_id', ...rest })
  return [
    `select case when w.line like all (${typed}::text[]) then 1 else 2 end as source, w.* from ${asTyped}`,
    `(select 2 + s.place as source, w.* from unnest(${bind(first.spellings)}::text[]) with ordinality as s(word, place)
      cross join ${meant} limit ${foundWords})`,
  ]
}

/** Words hold no sign that means something to `like`. */
function patternsOf({ beginning, spellings }: Term): string[] {
  return [`% ${beginning}%`, ...spellings.map((word) => `% ${word} %`)]
}

function pageOf(sources: readonly string[], { limit, offset }: { limit: string; offset: string }): string {
  return `
    with entry as (
      select row_number() over (order by source, word, line, company_id) as place, company_id
      from (${sources.join(' union all ')}) as found
    ),
    best as materialized (select company_id, min(place) as place from entry group by company_id)
    select t.total, ${companyColumns}
    from (select least(count(*), ${companySearchLimits.total})::int as total from best) as t
    left join lateral (
      select b.place, c.* from (select * from best order by place limit ${limit} offset ${offset}) as b
      join company c on c.id = b.company_id
    ) as c on true
    order by c.place`
}

function countStatement(market: Market, terms: readonly Term[]): Statement {
  const values: unknown[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const [inCountry, ofBrands] = [`w.country = ${bind(market.country)}`, bind(market.brands)]
  const counted = (condition: string) => `(
    select count(*)::int from (
      select from unnest(${ofBrands}::text[]) as m(brand)
      join company_word w on ${inCountry} and w.brand = m.brand and ${condition} limit ${countedWords}
    ) as w)`
  const counts = terms.map((term, place) => {
    const typed = counted(beginsWith(term, bind))
    const meant = term.spellings.length > 0 ? ` + ${counted(`w.word = any (${bind(term.spellings)}::text[])`)}` : ''
    return `${typed}${meant} as words${place}`
  })
  const text = `select ${counts.join(', ')}`
  return { name: nameOf('count', text), text, values }
}

/** Statements of one form share a name; a value, which the text does not hold, changes nothing. */
function nameOf(purpose: string, text: string): string {
  return `companies-${purpose}-${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
}

const byIdsQuery = {
  name: 'find-companies-by-ids',
  text: `select ${companyColumns} from company c
    where c.id between $3 and $4 and c.country = $1 and c.brands && $2 order by c.id limit $5`,
}

const similarQuery = {
  name: 'find-similar-words',
  text: `select distinct word from (
      select word from company_spelling where country = $1 and part = any ($2) limit ${similarWordsAtMost}
    ) as found`,
}

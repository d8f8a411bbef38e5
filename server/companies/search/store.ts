import { createHash } from 'node:crypto'
import { join } from 'sql-template-tag'
import { companySearchLimits } from '#contract/company-search.ts'
import type { Country } from '#contract/countries.ts'
import type { Company } from '#contract/provider.ts'
import { type Queryable, type Statement, prepared, readFirst, readRows, sql } from '#server/database/sql.ts'
import { type StoredCompany, companyColumns, toCompany } from '../store.ts'

/** Where and for whom companies are looked for. */
export type Market = { country: Country; brands: readonly string[] }

/** What a word that was typed may stand for: all words with this beginning, those with it in their middle, and these. */
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

/**
 * Values that the planner does not see. It would plan a prepared statement anew for each search as long as that looks
 * cheaper, which takes as long as the search itself and always comes to the same. PostgreSQL manual, PREPARE.
 */
const text = (value: string) => sql`(select ${value}::text)`
const texts = (values: readonly string[]) => sql`(select ${values}::text[])`
const uuid = (value: string) => sql`(select ${value}::uuid)`
const int = (value: number) => sql`(select ${value}::int)`

// Limits are part of the text, so that the plan of a prepared statement knows them.

/** More words than these are not told apart when the rarest is chosen. */
const countedWords = sql`1000`

/** Words of one term that are read. Rarer words are read to their end. */
const readWords = sql`20000`

/** More than `total` counts, since a company may have several words of one beginning. */
const foundWords = sql`1200`

/** So many words with a part in their middle are looked at. */
const inMiddleAtMost = sql`1000`

/** So many similar words are looked at; more share a beginning only in a made-up language. */
const similarWordsAtMost = sql`5000`

export type SearchStore = ReturnType<typeof createSearchStore>

export function createSearchStore(db: Queryable) {
  return {
    search: async (search: Search): Promise<Found> => {
      const rows = await readRows(db, preparedByText('search', searchStatement(search)))
      const items = rows.flatMap(({ id, ...company }) => (id === null ? [] : [toCompany({ id, ...company })]))
      return { total: rows[0]?.total ?? 0, items }
    },

    /** How many words of the market each term stands for, counted up to a thousand, and no further than past the longest term. */
    count: async (market: Market, terms: readonly Term[]): Promise<number[]> => {
      // The longest is most likely the rarest.
      const [first, ...others] = terms.toSorted((one, other) => other.beginning.length - one.beginning.length)
      if (!first) return []
      const inTurn: [Term, ...Term[]] = [first, ...others]
      const row = await readFirst(db, preparedByText('count', countStatement(market, inTurn)))
      return terms.map((term) => row?.counts[inTurn.indexOf(term)] ?? 0)
    },

    /** Companies of a market whose id lies between two. */
    findByIds: async ({ country, brands }: Market, [from, to]: readonly [string, string]): Promise<Company[]> => {
      const companies = sql<StoredCompany>`
        select ${companyColumns} from company c
        where c.id between ${uuid(from)} and ${uuid(to)} and c.country = ${text(country)} and c.brands && ${texts(brands)}
        order by c.id limit ${companySearchLimits.total}`
      return (await readRows(db, prepared('find-companies-by-ids', companies))).map(toCompany)
    },

    /** Words of companies of the country under any of these parts of a spelling. */
    similarWords: async (country: Country, parts: readonly string[]): Promise<string[]> => {
      const words = sql<{ word: string }>`
        select distinct word from (
          select word from company_spelling
          where country = ${text(country)} and part = any (${texts(parts)}::text[]) limit ${similarWordsAtMost}
        ) as found`
      return (await readRows(db, prepared('find-similar-words', words))).map(({ word }) => word)
    },
  }
}

/** Statements of one form share a name; a value, which the text does not hold, changes nothing. */
function preparedByText<Row>(purpose: string, statement: Statement<Row>): Statement<Row> {
  const digest = createHash('sha256').update(statement.text).digest('base64url').slice(0, 16)
  return prepared(`companies-${purpose}-${digest}`, statement)
}

/**
 * What is found comes in this order: the code, words that begin as typed, words with what was typed in their middle, other
 * spellings; in each whole words first, then names.
 * The text is the same for searches of the same form, so that PostgreSQL prepares it once.
 */
function searchStatement({ market, code, terms: [first, ...others], page }: Search): Statement<FoundRow> {
  const limit = Math.min(page.limit, companySearchLimits.total - page.offset)
  const sources = [
    ...(code === null ? [] : [wordOfCode(market, code)]),
    ...(first ? wordsOfTerms(market, first, others) : []),
  ]
  return sql<FoundRow>`
    with typed as materialized (${first ? wordsAsTyped(market, first, others) : noWords}),
    entry as (
      select row_number() over (order by source, word, line, company_id) as place, company_id
      from (${join(sources, ' union all ')}) as found
    ),
    best as materialized (select company_id, min(place) as place from entry group by company_id)
    select t.total, ${companyColumns}
    from (select least(count(*), ${companySearchLimits.total})::int as total from best) as t
    left join lateral (
      select b.place, c.* from (select * from best order by place limit ${int(limit)} offset ${int(page.offset)}) as b
      join company c on c.id = b.company_id
    ) as c on true
    order by c.place`
}

const noWords = sql`select 1 as source, w.word, w.line, w.company_id from company_word w where false`

function wordOfCode(market: Market, code: string): Statement {
  const words = wordsOf(market, { condition: sql`w.word = ${text(code)}`, order: sql`w.line, w.company_id` })
  return sql`select 0 as source, w.* from ${words}`
}

/** Words that begin with the first term, of companies with the other terms. */
function wordsAsTyped(market: Market, first: Term, others: readonly Term[]): Statement {
  const words = wordsOf(market, {
    condition: beginsWith(first),
    order: sql`w.word, w.line, w.company_id`,
    others: withAll(others),
  })
  if (others.length === 0) return sql`select 1 as source, w.* from ${words}`
  const beginnings = others.map(beginningPattern)
  return sql`select case when w.line like all (${texts(beginnings)}::text[]) then 1 else 2 end as source, w.* from ${words}`
}

function wordsOfTerms(market: Market, first: Term, others: readonly Term[]): Statement[] {
  const words = wordsOf(market, {
    condition: sql`w.word = s.word`,
    order: sql`w.line, w.company_id`,
    others: withAll(others),
  })
  return [
    sql`select * from typed`,
    ...(isInMiddle(first)
      ? [
          sql`(select 2 as source, w.* from (${wordsWithin(market.country, first)}) as s cross join ${words}
          where (select count(*) from typed) < ${countedWords} limit ${foundWords})`,
        ]
      : []),
    ...(first.spellings.length > 0
      ? [
          sql`(select 2 + s.place as source, w.* from unnest(${texts(first.spellings)}) with ordinality as s(word, place)
          cross join ${words} limit ${foundWords})`,
        ]
      : []),
  ]
}

/** Shorter ones are in the middle of nearly every word. Migration 0022 has the same length. */
const shortestInMiddle = 3

/** Codes are looked for by their beginning alone. */
function isInMiddle({ beginning }: Term): boolean {
  return beginning.length >= shortestInMiddle && !/\d/u.test(beginning)
}

/** Words of the country with the term in their middle or at their end. */
function wordsWithin(country: Country, { beginning }: Term): Statement<{ word: string }> {
  return sql<{ word: string }>`
    select word from company_ending
    where country = ${text(country)} and ending >= ${text(beginning)} and ending < ${text(beginning + last)} limit ${inMiddleAtMost}`
}

type Words = { condition: Statement; order: Statement; others?: Statement }

/** Words of a market as `w`, for each of its brands: only so many are read, in the order of the index. */
function wordsOf({ country, brands }: Market, { condition, order, others = sql`true` }: Words): Statement {
  return sql`
    unnest(${texts(brands)}) as m(brand) cross join lateral (
      select * from (
        select w.word, w.line, w.company_id from company_word w
        where w.country = ${text(country)} and w.brand = m.brand and ${condition} order by ${order} limit ${readWords}
      ) as w where ${others} limit ${foundWords}
    ) as w`
}

/** Whether the company of a word has all these terms. */
function withAll(terms: readonly Term[]): Statement {
  if (terms.length === 0) return sql`true`
  return join(
    terms.map((term) => sql`w.line like any (${texts(patternsOf(term))}::text[])`),
    ' and ',
  )
}

function beginsWith({ beginning }: Term): Statement {
  return sql`w.word >= ${text(beginning)} and w.word < ${text(beginning + last)}`
}

/** Words hold no sign that means something to `like`. */
function patternsOf(term: Term): string[] {
  const typed = isInMiddle(term) ? `%${term.beginning}%` : beginningPattern(term)
  return [typed, ...term.spellings.map((word) => `% ${word} %`)]
}

function beginningPattern({ beginning }: Term): string {
  return `% ${beginning}%`
}

/** Counts the first term, and the others up to one more than there are of it. */
function countStatement(market: Market, [first, ...others]: [Term, ...Term[]]): Statement<{ counts: number[] }> {
  const most = sql`least(${countedWords}, first.count + 1)`
  const counts = [sql`first.count`, ...others.map((term) => sql`(${countOf(market, term, most)})`)]
  return sql<{ counts: number[] }>`
    select array[${join(counts)}] as counts from (${countOf(market, first, countedWords)}) as first`
}

/** One after the other, so that what comes later is not looked at where there are enough already. */
function countOf(market: Market, term: Term, limit: Statement): Statement {
  const { spellings } = term
  const found = [
    matchesOf(market, beginsWith(term)),
    ...(isInMiddle(term) ? [matchesOf(market, sql`w.word in (${wordsWithin(market.country, term)})`)] : []),
    ...(spellings.length > 0 ? [matchesOf(market, sql`w.word = any (${texts(spellings)}::text[])`)] : []),
  ]
  return sql`select count(*)::int from (${join(found, ' union all ')} limit ${limit}) as w`
}

// Looked up brand by brand: a join may read the words of all brands.
function matchesOf({ country, brands }: Market, condition: Statement): Statement {
  return sql`(
    select from unnest(${texts(brands)}) as m(brand) cross join lateral (
      select from company_word w
      where w.country = ${text(country)} and w.brand = m.brand and ${condition} limit ${countedWords}
    ) as w)`
}

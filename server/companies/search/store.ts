import { createHash } from 'node:crypto'
import { join } from 'sql-template-tag'
import { companySearchLimits } from '#contract/company-search.ts'
import type { Country } from '#contract/countries.ts'
import type { Company } from '#contract/provider.ts'
import { type Queryable, type Statement, prepared, readRows, sql } from '#server/database/sql.ts'
import { type StoredCompany, companyColumns, toCompany } from '../store.ts'

/** Where and for whom companies are looked for. */
export type Market = { country: Country; brands: readonly string[] }

/** What a word that was typed may stand for: all words with this beginning, those with it in their middle, and these. */
export type Term = { beginning: string; spellings: readonly string[] }

export type ResultRange = { limit: number; offset: number }

/**
 * What to find: companies with `code` for a word (best of all; null for none), and those that have a word for each of
 * the terms. Where fewer than `below` are found, words under any of the `parts` of a spelling are asked for, too.
 */
export type Search = {
  market: Market
  code: string | null
  terms: readonly Term[]
  page: ResultRange
  similar?: { parts: readonly string[]; below: number }
}

export type Found = { items: Company[]; total: number }

/**
 * `counts`: for each term how many words of the market it stands for, counted up to a thousand, and no further than past
 * the longest term; of a single term, how many companies. `similar`: words of companies of the country.
 */
export type SearchAnswer = { found: Found; counts: readonly number[]; similar: readonly string[] }

type FoundRow = Omit<StoredCompany, 'id'> & {
  total: number
  counts: number[]
  similar: string | null
  id: string | null
}

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

/** Other spellings are placed by their number from here on, as letters: the first after the `2` of the middle of a word. */
const beforeSpellings = '2'.charCodeAt(0)

/** So many similar words are looked at; more share a beginning only in a made-up language. */
const similarWordsAtMost = sql`5000`

export type SearchStore = ReturnType<typeof createSearchStore>

export function createSearchStore(db: Queryable) {
  return {
    search: async (search: Search): Promise<SearchAnswer> => {
      // The longest is most likely the rarest.
      const terms = search.terms.toSorted((one, other) => other.beginning.length - one.beginning.length)
      const rows = await readRows(db, preparedByText(searchStatement({ ...search, terms })))
      const items = rows.flatMap(({ id, ...company }) => (id === null ? [] : [toCompany({ id, ...company })]))
      const { total = 0, counts = [], similar = null } = rows[0] ?? {}
      return {
        found: { items, total },
        counts: search.terms.map((term) => counts[terms.indexOf(term)] ?? 0),
        similar: similar?.split(' ') ?? [],
      }
    },

    /** Companies of a market whose id lies between two. */
    findByIds: async ({ country, brands }: Market, [from, to]: readonly [string, string]): Promise<Company[]> => {
      const companies = sql<StoredCompany>`
        select ${companyColumns} from company c
        where c.id between ${uuid(from)} and ${uuid(to)} and c.country = ${text(country)} and c.brands && ${texts(brands)}
        order by c.id limit ${companySearchLimits.total}`
      return (await readRows(db, prepared('find-companies-by-ids', companies))).map(toCompany)
    },
  }
}

/** Statements of one form share a name; a value, which the text does not hold, changes nothing. */
function preparedByText<Row>(statement: Statement<Row>): Statement<Row> {
  const digest = createHash('sha256').update(statement.text).digest('base64url').slice(0, 16)
  return prepared(`companies-search-${digest}`, statement)
}

/**
 * What is found comes in this order: the code, words that begin as typed, words with what was typed in their middle, other
 * spellings; in each whole words first, then names.
 * The text is the same for searches of the same form, so that PostgreSQL prepares it once.
 */
function searchStatement({ market, code, terms, page, similar }: Search): Statement<FoundRow> {
  const limit = Math.min(page.limit, companySearchLimits.total - page.offset)
  const sources = [
    ...(code === null ? [] : [wordOfCode(market, code)]),
    ...(terms.length > 0 ? wordsOfTerms(market, terms) : []),
  ]
  const steps = [
    ...(terms.length > 1 ? [counted(market, terms), rarest(terms)] : []),
    ...(terms.length > 0 ? [sql`typed as materialized (${wordsAsTyped(market, terms)})`] : []),
  ]
  return sql<FoundRow>`
    with ${join([...steps, bestOf(sources)])}
    select t.total, ${terms.length > 1 ? sql`(select counts from counted)` : sql`array[t.total]`} as counts,
      ${similar ? similarWords(market, similar) : sql`null`} as similar, ${companyColumns}
    from (select least(count(*), ${companySearchLimits.total})::int as total from best) as t
    left join lateral (
      select b.place, c.* from (
        select * from best order by place, company_id limit ${int(limit)} offset ${int(page.offset)}
      ) as b join company c on c.id = b.company_id
    ) as c on true
    order by c.place, c.id`
}

/** Words under any of the parts, with gaps between them, where too few were found. */
function similarWords({ country }: Market, { parts, below }: NonNullable<Search['similar']>): Statement {
  return sql`
    case when t.total < ${below} then (
      select string_agg(distinct word, ' ') from (
        select word from company_spelling
        where country = ${text(country)} and part = any (${texts(parts)}::text[]) limit ${similarWordsAtMost}
      ) as s
    ) end`
}

/** The companies of these words, each at the best of its places. */
function bestOf(sources: readonly Statement[]): Statement {
  return sql`
    best as materialized (
      select company_id, min(place) as place from (${join(sources, ' union all ')}) as found group by company_id
    )`
}

/** The first term of several is the one that the fewest words stand for; none where one stands for none. */
function rarest(terms: readonly Term[]): Statement {
  const beginnings = terms.map(({ beginning }) => beginning)
  const spellings = terms.map((term) => term.spellings.join(' '))
  return sql`
    first as materialized (
      select place, in_middle, beginning, past, string_to_array(spellings, ' ') as spellings
      from counted, (
        select ${terms.map(isInMiddle)}::boolean[] as in_middles, ${beginnings}::text[] as beginnings,
          ${terms.map(pastOf)}::text[] as pasts, ${spellings}::text[] as spelled
        offset 0
      ) as given, unnest(counts, in_middles, beginnings, pasts, spelled)
        with ordinality as term (count, in_middle, beginning, past, spellings, place)
      where 0 <> all (counts) order by count, place limit 1
    )`
}

function wordOfCode(market: Market, code: string): Statement {
  const words = wordsOfBrand(market, { condition: sql`w.word = ${text(code)}`, order: sql`w.line, w.company_id` })
  return sql`select ${placeIn(sql`'0'`)} as place, w.company_id from ${wordsOfMarket(market, words)}`
}

/** Words that begin with the first term, of companies with the others. */
function wordsAsTyped(market: Market, terms: readonly Term[]): Statement {
  const words = wordsOfBrand(market, {
    condition: sql`w.word >= ${beginningOf(terms)} and w.word < ${pastFirst(terms)}`,
    order: sql`w.word, w.line, w.company_id`,
  })
  const source =
    terms.length > 1
      ? sql`case when w.line like all (${texts(terms.map(beginningPattern))}::text[]) then '1' else '2' end`
      : sql`'1'`
  const found = wordsOfMarket(market, withOthers(terms, words))
  return sql`select ${placeIn(source)} as place, w.company_id from ${firstRow(terms)} ${found}`
}

/** The words of the first term are read one by one, in the order of their worth. */
function wordsOfTerms(market: Market, terms: readonly Term[]): Statement[] {
  const each = wordsOfBrand(market, { condition: sql`w.word = s.word`, order: sql`w.line, w.company_id` })
  const words = wordsOfMarket(market, withOthers(terms, each))
  const within = wordsWithin(market.country, { from: beginningOf(terms), to: pastFirst(terms) })
  return [
    sql`select * from typed`,
    ...(terms.some(isInMiddle)
      ? [
          sql`(select ${placeIn(sql`'2'`)} as place, w.company_id
          from ${firstRow(terms)} lateral (${within}) as s cross join ${words}
          where ${firstIsInMiddle(terms)} and (select count(*) from typed) < ${countedWords} limit ${foundWords})`,
        ]
      : []),
    ...(terms.some(({ spellings }) => spellings.length > 0)
      ? [
          sql`(select ${placeIn(sql`chr(${int(beforeSpellings)} + s.place::int)`)} as place, w.company_id
          from ${firstRow(terms)} unnest(${spellingsOf(terms)}) with ordinality as s(word, place) cross join ${words}
          limit ${foundWords})`,
        ]
      : []),
  ]
}

/**
 * The place of a word `w` among all that are found: a source sorts before its words, a word before its lines. One text is
 * cheaper to compare than three columns; a line begins with a space, so that a word stands before those that begin with it.
 */
function placeIn(source: Statement): Statement {
  return sql`${source} || w.word || w.line`
}

// A single term is known without asking the step that chooses the first of several.
const firstRow = (terms: readonly Term[]) => (terms.length > 1 ? sql`first as f cross join` : sql``)
const beginningOf = (terms: readonly Term[]) => (terms.length > 1 ? sql`f.beginning` : text(only(terms).beginning))
const pastFirst = (terms: readonly Term[]) => (terms.length > 1 ? sql`f.past` : text(pastOf(only(terms))))
const spellingsOf = (terms: readonly Term[]) => (terms.length > 1 ? sql`f.spellings` : texts(only(terms).spellings))
const firstIsInMiddle = (terms: readonly Term[]) => (terms.length > 1 ? sql`f.in_middle` : sql`true`)

function only([term = { beginning: '', spellings: [] }]: readonly Term[]): Term {
  return term
}

/** Shorter ones are in the middle of nearly every word. Migration 0022 has the same length. */
const shortestInMiddle = 3

/** Codes are looked for by their beginning alone. */
function isInMiddle({ beginning }: Term): boolean {
  return beginning.length >= shortestInMiddle && !/\d/u.test(beginning)
}

/** Words of the country with an ending between two, and so a term in their middle or at their end. */
function wordsWithin(country: Country, { from, to }: { from: Statement; to: Statement }): Statement {
  return sql`
    select word from company_ending
    where country = ${text(country)} and ending >= ${from} and ending < ${to} limit ${inMiddleAtMost}`
}

/** Words of a market as `w`, for each of its brands: no more than are ever counted. */
function wordsOfMarket(market: Market, words: Statement): Statement {
  return sql`${brandsOf(market)} lateral (${words} limit ${foundWords}) as w`
}

type Reading = { condition: Statement; order: Statement }

/** Words of a brand, in the order of the index. */
function wordsOfBrand(market: Market, { condition, order }: Reading): Statement {
  return sql`
    select w.word, w.line, w.company_id from company_word w
    where w.country = ${text(market.country)} and w.brand = ${brandOf(market)} and ${condition} order by ${order}`
}

// Looked up brand by brand: a join may read the words of all. One brand, which most ask for, takes no row to join with.
const brandsOf = ({ brands }: Market) =>
  brands.length === 1 ? sql`` : sql`unnest(${texts(brands)}) as m(brand) cross join`
const brandOf = ({ brands }: Market) => (brands.length === 1 ? text(brands[0] ?? '') : sql`m.brand`)

/** Of words of the first term those whose companies have the others; only so many are read. */
function withOthers(terms: readonly Term[], words: Statement): Statement {
  return terms.length > 1 ? sql`select * from (${words} limit ${readWords}) as w where ${hasOthers(terms)}` : words
}

function hasOthers(terms: readonly Term[]): Statement {
  return join(
    terms.map((term, at) => sql`(f.place = ${at + 1} or w.line like any (${texts(patternsOf(term))}::text[]))`),
    ' and ',
  )
}

/** Greater than every word with this beginning. */
function pastOf({ beginning }: Term): string {
  return `${beginning}${last}`
}

/** Words hold no sign that means something to `like`. */
function patternsOf(term: Term): string[] {
  const typed = isInMiddle(term) ? `%${term.beginning}%` : beginningPattern(term)
  return [typed, ...term.spellings.map((word) => `% ${word} %`)]
}

function beginningPattern({ beginning }: Term): string {
  return `% ${beginning}%`
}

/** How many words each term stands for: the first, and of the others up to one more than of it. */
function counted(market: Market, [first, ...others]: readonly Term[]): Statement {
  const most = sql`least(${countedWords}, first.count + 1)`
  const counts = [sql`first.count`, ...others.map((term) => sql`(${countOf(market, term, most)})`)]
  return sql`
    counted as materialized (
      select array[${join(counts)}] as counts from (${first ? countOf(market, first, countedWords) : sql`select 0`}) as first
    )`
}

/** One after the other, so that what comes later is not looked at where there are enough already. */
function countOf(market: Market, term: Term, limit: Statement): Statement {
  const { beginning, spellings } = term
  const within = wordsWithin(market.country, { from: text(beginning), to: text(pastOf(term)) })
  const found = [
    matching(market, sql`w.word >= ${text(beginning)} and w.word < ${text(pastOf(term))}`),
    ...(isInMiddle(term) ? [matching(market, sql`w.word in (${within})`)] : []),
    ...(spellings.length > 0 ? [matching(market, sql`w.word = any (${texts(spellings)}::text[])`)] : []),
  ]
  return sql`select count(*)::int from (${join(found, ' union all ')} limit ${limit}) as w`
}

function matching(market: Market, condition: Statement): Statement {
  return sql`(
    select from ${brandsOf(market)} lateral (
      select from company_word w
      where w.country = ${text(market.country)} and w.brand = ${brandOf(market)} and ${condition} limit ${countedWords}
    ) as w)`
}

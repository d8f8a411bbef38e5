import { join } from 'sql-template-tag'
import type { Country } from '#contract/countries.ts'
import { type Statement, sql } from '#server/database/sql.ts'

// This file has the parts of a search statement that read the words of the market.

/** A search finds only companies of this country and of one of these brands. */
export type SearchedMarket = { country: Country; brands: readonly string[] }

/**
 * The words that a typed word matches: words that begin with `beginning`, words that contain it, and the other
 * spellings in `spellings`.
 */
export type SearchTerm = { beginning: string; spellings: readonly string[] }

// A suffix greater than every letter, for the end of a prefix range. PostgreSQL compares bytes (collation C).
const afterAllLetters = '\u{10FFFF}'

/**
 * Hides a value from the planner of PostgreSQL. Otherwise PostgreSQL would plan a prepared statement again for each
 * value, as long as a new plan seems cheaper. The planning would take as long as the search, and the plan would always
 * be the same. PostgreSQL manual, PREPARE.
 */
export const textHiddenFromPlanner = (value: string) => sql`(select ${value}::text)`
export const textsHiddenFromPlanner = (values: readonly string[]) => sql`(select ${values}::text[])`
export const uuidHiddenFromPlanner = (value: string) => sql`(select ${value}::uuid)`
export const intHiddenFromPlanner = (value: number) => sql`(select ${value}::int)`

/**
 * The number up to which the words of a term are counted, to find the rarest term. This limit and the next ones are
 * part of the statement's text, so that the plan of a prepared statement takes them into account.
 */
const maxCountedWords = sql`1000`

/** The maximum number of words to read for the rarest of several terms. */
const maxReadWords = sql`20000`

/**
 * The maximum number of words to find. It is larger than the maximum number of companies, because several words of one
 * company may match.
 */
const maxFoundWords = sql`1200`

/** The maximum number of words to find that contain a term in the middle. */
const maxWordsByEnding = sql`1000`

/**
 * Ranks are characters. Words that contain a term have the rank `2`. Other spellings have the characters after `2`, so
 * they come later.
 */
const firstSpellingRank = '2'.charCodeAt(0)

/**
 * Returns SQL for the CTE `first`: the term with the fewest matches, or no row if a term has no match. The statement
 * must also have the CTE of `wordCountsOfTermsSql`.
 */
export function rarestTermSql(terms: readonly SearchTerm[]): Statement {
  const beginnings = terms.map(({ beginning }) => beginning)
  const spellings = terms.map((term) => term.spellings.join(' '))
  return sql`
    first as materialized (
      select rank, in_middle, beginning, past, string_to_array(spellings, ' ') as spellings
      from counted, (
        select ${terms.map(isInMiddle)}::boolean[] as in_middles, ${beginnings}::text[] as beginnings,
          ${terms.map(endOfRange)}::text[] as pasts, ${spellings}::text[] as spelled
        offset 0
      ) as given, unnest(counts, in_middles, beginnings, pasts, spelled)
        with ordinality as term (count, in_middle, beginning, past, spellings, rank)
      where 0 <> all (counts) order by count, rank limit 1
    )`
}

export function wordsEqualToCodeSql(market: SearchedMarket, code: string): Statement {
  const words = wordsOfBrand(market, {
    condition: sql`w.word = ${textHiddenFromPlanner(code)}`,
    order: sql`w.line, w.company_id`,
  })
  return sql`select ${rankIn(sql`'0'`)} as rank, w.company_id from ${wordsOfMarket(market, words)}`
}

/**
 * Returns SQL for the words that begin with the first term, of companies that match the other terms. The first term
 * is the rarest, or the only one.
 */
export function wordsBeginningWithFirstTermSql(market: SearchedMarket, terms: readonly SearchTerm[]): Statement {
  const words = wordsOfBrand(market, {
    condition: sql`w.word >= ${beginningOf(terms)} and w.word < ${afterFirst(terms)}`,
    order: sql`w.word, w.line, w.company_id`,
  })
  const source =
    terms.length > 1
      ? sql`case when w.line like all (${textsHiddenFromPlanner(terms.map(beginningPattern))}::text[]) then '1' else '2' end`
      : sql`'1'`
  const statement = wordsOfMarket(market, withOthers(terms, words))
  return sql`select ${rankIn(source)} as rank, w.company_id from ${firstRow(terms)} ${statement}`
}

/**
 * Returns SQL for the words that match the first term: the words that begin with it (from the CTE `typed`), the words
 * that contain it, and its other spellings.
 */
export function wordsMatchingFirstTermSql(market: SearchedMarket, terms: readonly SearchTerm[]): Statement[] {
  const each = wordsOfBrand(market, { condition: sql`w.word = s.word`, order: sql`w.line, w.company_id` })
  const words = wordsOfMarket(market, withOthers(terms, each))
  const within = wordsWithin(market.country, { from: beginningOf(terms), to: afterFirst(terms) })
  return [
    sql`select * from typed`,
    ...(terms.some(isInMiddle)
      ? [
          sql`(select ${rankIn(sql`'2'`)} as rank, w.company_id
          from ${firstRow(terms)} lateral (${within}) as s cross join ${words}
          where ${firstIsInMiddle(terms)} and (select count(*) from typed) < ${maxCountedWords} limit ${maxFoundWords})`,
        ]
      : []),
    ...(terms.some(({ spellings }) => spellings.length > 0)
      ? [
          sql`(select ${rankIn(sql`chr(${intHiddenFromPlanner(firstSpellingRank)} + s.rank::int)`)} as rank, w.company_id
          from ${firstRow(terms)} unnest(${spellingsOf(terms)}) with ordinality as s(word, rank) cross join ${words}
          limit ${maxFoundWords})`,
        ]
      : []),
  ]
}

/**
 * Returns SQL for the rank of a word `w` among all results: by source, then by word, then by line. The rank is one
 * text, because a comparison of one text is cheaper than that of three columns. A line begins with a space, so that a
 * word comes before longer words.
 */
function rankIn(source: Statement): Statement {
  return sql`${source} || w.word || w.line`
}

// The following functions use the columns of the CTE `first` for several terms, and the values of the term itself for a
// single term.
const firstRow = (terms: readonly SearchTerm[]) => (terms.length > 1 ? sql`first as f cross join` : sql``)
const beginningOf = (terms: readonly SearchTerm[]) =>
  terms.length > 1 ? sql`f.beginning` : textHiddenFromPlanner(onlyTerm(terms).beginning)
const afterFirst = (terms: readonly SearchTerm[]) =>
  terms.length > 1 ? sql`f.past` : textHiddenFromPlanner(endOfRange(onlyTerm(terms)))
const spellingsOf = (terms: readonly SearchTerm[]) =>
  terms.length > 1 ? sql`f.spellings` : textsHiddenFromPlanner(onlyTerm(terms).spellings)
const firstIsInMiddle = (terms: readonly SearchTerm[]) => (terms.length > 1 ? sql`f.in_middle` : sql`true`)

function onlyTerm([term = { beginning: '', spellings: [] }]: readonly SearchTerm[]): SearchTerm {
  return term
}

/**
 * The minimum length of a term that is searched inside words. Shorter terms occur in too many words. Migration 0022 has
 * the same length.
 */
const minInnerLength = 3

/**
 * Returns whether the term is also searched inside words. A term with digits is a code, which matches only the
 * beginning of words.
 */
function isInMiddle({ beginning }: SearchTerm): boolean {
  return beginning.length >= minInnerLength && !/\d/u.test(beginning)
}

/**
 * Returns SQL for the words of the country that contain the term. The database stores the endings of each word, so it
 * finds the endings that begin with the term.
 */
function wordsWithin(country: Country, { from, to }: { from: Statement; to: Statement }): Statement {
  return sql`
    select word from company_ending
    where country = ${textHiddenFromPlanner(country)} and ending >= ${from} and ending < ${to} limit ${maxWordsByEnding}`
}

/**
 * Returns SQL for the words of a market under the name `w`: the words of `words` for each brand, up to `maxFoundWords`
 * for each.
 */
function wordsOfMarket(market: SearchedMarket, words: Statement): Statement {
  return sql`${brandsOf(market)} lateral (${words} limit ${maxFoundWords}) as w`
}

type WordSelection = { condition: Statement; order: Statement }

/** Returns SQL for the words of a brand. `order` must be the order of the index. */
function wordsOfBrand(market: SearchedMarket, { condition, order }: WordSelection): Statement {
  return sql`
    select w.word, w.line, w.company_id from company_word w
    where w.country = ${textHiddenFromPlanner(market.country)} and w.brand = ${brandOf(market)} and ${condition} order by ${order}`
}

// Joins the words of several brands laterally by brand, because a plain join may read the words of all brands. One
// brand, the most frequent case, needs no join.
const brandsOf = ({ brands }: SearchedMarket) =>
  brands.length === 1 ? sql`` : sql`unnest(${textsHiddenFromPlanner(brands)}) as m(brand) cross join`
const brandOf = ({ brands }: SearchedMarket) =>
  brands.length === 1 ? textHiddenFromPlanner(brands[0] ?? '') : sql`m.brand`

/** Returns SQL that limits the words of the first term to companies that also match the other terms. */
function withOthers(terms: readonly SearchTerm[], words: Statement): Statement {
  return terms.length > 1 ? sql`select * from (${words} limit ${maxReadWords}) as w where ${hasOthers(terms)}` : words
}

function hasOthers(terms: readonly SearchTerm[]): Statement {
  return join(
    terms.map(
      (term, at) => sql`(f.rank = ${at + 1} or w.line like any (${textsHiddenFromPlanner(patternsOf(term))}::text[]))`,
    ),
    ' and ',
  )
}

/** Returns the exclusive end of the range of words that begin with this term. */
function endOfRange({ beginning }: SearchTerm): string {
  return `${beginning}${afterAllLetters}`
}

/** Returns the `like` patterns of a term. Words contain none of the special characters of `like`. */
function patternsOf(term: SearchTerm): string[] {
  const typedPattern = isInMiddle(term) ? `%${term.beginning}%` : beginningPattern(term)
  return [typedPattern, ...term.spellings.map((word) => `% ${word} %`)]
}

function beginningPattern({ beginning }: SearchTerm): string {
  return `% ${beginning}%`
}

/**
 * Returns SQL for the CTE `counted`: the number of words that match each term. The words of the first term are counted
 * up to `maxCountedWords`; those of other terms up to one more than the count of the first term.
 */
export function wordCountsOfTermsSql(market: SearchedMarket, [first, ...others]: readonly SearchTerm[]): Statement {
  const max = sql`least(${maxCountedWords}, first.count + 1)`
  const counts = [sql`first.count`, ...others.map((term) => sql`(${countOf(market, term, max)})`)]
  return sql`
    counted as materialized (
      select array[${join(counts)}] as counts from (${first ? countOf(market, first, maxCountedWords) : sql`select 0`}) as first
    )`
}

/**
 * Returns SQL that counts the words of a term from several sources in sequence, so that PostgreSQL skips later sources
 * after it has counted enough.
 */
function countOf(market: SearchedMarket, term: SearchTerm, limit: Statement): Statement {
  const { beginning, spellings } = term
  const within = wordsWithin(market.country, {
    from: textHiddenFromPlanner(beginning),
    to: textHiddenFromPlanner(endOfRange(term)),
  })
  const statements = [
    matching(
      market,
      sql`w.word >= ${textHiddenFromPlanner(beginning)} and w.word < ${textHiddenFromPlanner(endOfRange(term))}`,
    ),
    ...(isInMiddle(term) ? [matching(market, sql`w.word in (${within})`)] : []),
    ...(spellings.length > 0
      ? [matching(market, sql`w.word = any (${textsHiddenFromPlanner(spellings)}::text[])`)]
      : []),
  ]
  return sql`select count(*)::int from (${join(statements, ' union all ')} limit ${limit}) as w`
}

function matching(market: SearchedMarket, condition: Statement): Statement {
  return sql`(
    select from ${brandsOf(market)} lateral (
      select from company_word w
      where w.country = ${textHiddenFromPlanner(market.country)} and w.brand = ${brandOf(market)} and ${condition} limit ${maxCountedWords}
    ) as w)`
}

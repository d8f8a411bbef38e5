import { join } from 'sql-template-tag'
import type { Country } from '#contract/countries.ts'
import { type Statement, sql } from '#server/database/sql.ts'

// This file has the parts of a search statement that read the words of the market.

/** The country and the brands of a search. */
export type Market = { country: Country; brands: readonly string[] }

/** The meaning of a typed word: all words with this prefix, those that contain it, and these spellings. */
export type Term = { beginning: string; spellings: readonly string[] }

// A suffix greater than every letter, for the end of a prefix range. PostgreSQL compares bytes (collation C).
const afterAllLetters = '\u{10FFFF}'

/**
 * Hides a value from the planner. Otherwise PostgreSQL would plan a prepared statement for each value as long as that
 * looks cheaper, which takes as long as the search and always gives the same plan. PostgreSQL manual, PREPARE.
 */
export const hiddenText = (value: string) => sql`(select ${value}::text)`
export const hiddenTexts = (values: readonly string[]) => sql`(select ${values}::text[])`
export const hiddenUuid = (value: string) => sql`(select ${value}::uuid)`
export const hiddenInt = (value: number) => sql`(select ${value}::int)`

// Limits are in the text of the statement, so that the plan of a prepared statement uses them.

/** Words are counted up to this number when the rarest term is chosen. */
const maxCountedWords = sql`1000`

/** The maximum number of words of one term to read; rarer terms are read completely. */
const maxReadWords = sql`20000`

/** The maximum number of words found. It is larger than that of companies, because a company may have several words with the same prefix. */
const maxFoundWords = sql`1200`

/** The maximum number of words checked for an inner match. */
const maxWordsByEnding = sql`1000`

/** The rank of other spellings, as letters after this one: they follow the rank `2` of inner matches. */
const firstSpellingRank = '2'.charCodeAt(0)

/** The rarest of several terms; none if a term has no match. */
export function rarest(terms: readonly Term[]): Statement {
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

export function wordOfCode(market: Market, code: string): Statement {
  const words = wordsOfBrand(market, { condition: sql`w.word = ${hiddenText(code)}`, order: sql`w.line, w.company_id` })
  return sql`select ${rankIn(sql`'0'`)} as rank, w.company_id from ${wordsOfMarket(market, words)}`
}

/** Words that begin with the first term, of companies that match the others. */
export function wordsAsTyped(market: Market, terms: readonly Term[]): Statement {
  const words = wordsOfBrand(market, {
    condition: sql`w.word >= ${beginningOf(terms)} and w.word < ${afterFirst(terms)}`,
    order: sql`w.word, w.line, w.company_id`,
  })
  const source =
    terms.length > 1
      ? sql`case when w.line like all (${hiddenTexts(terms.map(beginningPattern))}::text[]) then '1' else '2' end`
      : sql`'1'`
  const found = wordsOfMarket(market, withOthers(terms, words))
  return sql`select ${rankIn(source)} as rank, w.company_id from ${firstRow(terms)} ${found}`
}

/** The words of the first term, read in the order of their rank. */
export function wordsOfTerms(market: Market, terms: readonly Term[]): Statement[] {
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
          sql`(select ${rankIn(sql`chr(${hiddenInt(firstSpellingRank)} + s.rank::int)`)} as rank, w.company_id
          from ${firstRow(terms)} unnest(${spellingsOf(terms)}) with ordinality as s(word, rank) cross join ${words}
          limit ${maxFoundWords})`,
        ]
      : []),
  ]
}

/**
 * The rank of a word `w` among all results: by source, then by word, then by line. Comparing one text is cheaper than
 * three columns; a line begins with a space, so that a word comes before longer words.
 */
function rankIn(source: Statement): Statement {
  return sql`${source} || w.word || w.line`
}

// With a single term, the step that chooses the first term is skipped.
const firstRow = (terms: readonly Term[]) => (terms.length > 1 ? sql`first as f cross join` : sql``)
const beginningOf = (terms: readonly Term[]) =>
  terms.length > 1 ? sql`f.beginning` : hiddenText(onlyTerm(terms).beginning)
const afterFirst = (terms: readonly Term[]) =>
  terms.length > 1 ? sql`f.past` : hiddenText(endOfRange(onlyTerm(terms)))
const spellingsOf = (terms: readonly Term[]) =>
  terms.length > 1 ? sql`f.spellings` : hiddenTexts(onlyTerm(terms).spellings)
const firstIsInMiddle = (terms: readonly Term[]) => (terms.length > 1 ? sql`f.in_middle` : sql`true`)

function onlyTerm([term = { beginning: '', spellings: [] }]: readonly Term[]): Term {
  return term
}

/** Shorter parts occur in nearly every word. Migration 0022 has the same length. */
const minInnerLength = 3

/** Whether the term is also searched inside of words; codes are searched only by prefix. */
function isInMiddle({ beginning }: Term): boolean {
  return beginning.length >= minInnerLength && !/\d/u.test(beginning)
}

/** Words of the country with a suffix in a range, which means that they contain the term. */
function wordsWithin(country: Country, { from, to }: { from: Statement; to: Statement }): Statement {
  return sql`
    select word from company_ending
    where country = ${hiddenText(country)} and ending >= ${from} and ending < ${to} limit ${maxWordsByEnding}`
}

/** Words of a market as `w`, for each of its brands; at most as many as a search counts. */
function wordsOfMarket(market: Market, words: Statement): Statement {
  return sql`${brandsOf(market)} lateral (${words} limit ${maxFoundWords}) as w`
}

type WordSelection = { condition: Statement; order: Statement }

/** Words of a brand, in the order of the index. */
function wordsOfBrand(market: Market, { condition, order }: WordSelection): Statement {
  return sql`
    select w.word, w.line, w.company_id from company_word w
    where w.country = ${hiddenText(market.country)} and w.brand = ${brandOf(market)} and ${condition} order by ${order}`
}

// Joins words laterally by brand, because a plain join may read the words of all brands. One brand, the most frequent case, needs no join.
const brandsOf = ({ brands }: Market) =>
  brands.length === 1 ? sql`` : sql`unnest(${hiddenTexts(brands)}) as m(brand) cross join`
const brandOf = ({ brands }: Market) => (brands.length === 1 ? hiddenText(brands[0] ?? '') : sql`m.brand`)

/** Limits the words of the first term to those whose companies also match the other terms. */
function withOthers(terms: readonly Term[], words: Statement): Statement {
  return terms.length > 1 ? sql`select * from (${words} limit ${maxReadWords}) as w where ${hasOthers(terms)}` : words
}

function hasOthers(terms: readonly Term[]): Statement {
  return join(
    terms.map((term, at) => sql`(f.rank = ${at + 1} or w.line like any (${hiddenTexts(patternsOf(term))}::text[]))`),
    ' and ',
  )
}

/** The end of the range of words with this prefix. */
function endOfRange({ beginning }: Term): string {
  return `${beginning}${afterAllLetters}`
}

/** The patterns for `like`; words contain none of its special characters. */
function patternsOf(term: Term): string[] {
  const typed = isInMiddle(term) ? `%${term.beginning}%` : beginningPattern(term)
  return [typed, ...term.spellings.map((word) => `% ${word} %`)]
}

function beginningPattern({ beginning }: Term): string {
  return `% ${beginning}%`
}

/** How many words match each term: for the first one all, for the others up to one more than that. */
export function countedTerms(market: Market, [first, ...others]: readonly Term[]): Statement {
  const max = sql`least(${maxCountedWords}, first.count + 1)`
  const counts = [sql`first.count`, ...others.map((term) => sql`(${countOf(market, term, max)})`)]
  return sql`
    counted as materialized (
      select array[${join(counts)}] as counts from (${first ? countOf(market, first, maxCountedWords) : sql`select 0`}) as first
    )`
}

/** Counts in sequence, so that later sources are skipped when there are enough. */
function countOf(market: Market, term: Term, limit: Statement): Statement {
  const { beginning, spellings } = term
  const within = wordsWithin(market.country, { from: hiddenText(beginning), to: hiddenText(endOfRange(term)) })
  const found = [
    matching(market, sql`w.word >= ${hiddenText(beginning)} and w.word < ${hiddenText(endOfRange(term))}`),
    ...(isInMiddle(term) ? [matching(market, sql`w.word in (${within})`)] : []),
    ...(spellings.length > 0 ? [matching(market, sql`w.word = any (${hiddenTexts(spellings)}::text[])`)] : []),
  ]
  return sql`select count(*)::int from (${join(found, ' union all ')} limit ${limit}) as w`
}

function matching(market: Market, condition: Statement): Statement {
  return sql`(
    select from ${brandsOf(market)} lateral (
      select from company_word w
      where w.country = ${hiddenText(market.country)} and w.brand = ${brandOf(market)} and ${condition} limit ${maxCountedWords}
    ) as w)`
}

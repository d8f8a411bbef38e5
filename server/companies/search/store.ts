import { createHash } from 'node:crypto'
import { join } from 'sql-template-tag'
import { companySearchLimits } from '#contract/company-search.ts'
import type { Company } from '#contract/provider.ts'
import { type Queryable, type Statement, readRows, sql } from '#server/database/sql.ts'
import { type StoredCompany, companyColumns, toCompany } from '../store.ts'
import {
  type SearchedMarket,
  type SearchTerm,
  wordCountsOfTermsSql,
  intHiddenFromPlanner,
  rarestTermSql,
  textHiddenFromPlanner,
  textsHiddenFromPlanner,
  uuidHiddenFromPlanner,
  wordsEqualToCodeSql,
  wordsBeginningWithFirstTermSql,
  wordsMatchingFirstTermSql,
} from './terms/store.ts'

export type ResultRange = { limit: number; offset: number }

/**
 * A search for companies. A company matches if it has the word `code` (null for no code) or a word for each of the
 * terms. A match of `code` is the best match. If fewer than `below` companies match, the search also returns the words
 * that have any of the spelling keys `parts`.
 */
export type CompanySearch = {
  market: SearchedMarket
  code: string | null
  terms: readonly SearchTerm[]
  page: ResultRange
  similar?: { parts: readonly string[]; below: number }
}

export type FoundCompanies = { items: Company[]; total: number }

/**
 * The result of a search.
 * - `counts`: for each term, the number of words of the market that match it. Counting stops at a thousand, and at one
 *   more than the count of the longest term. For a single term the count is the number of companies.
 * - `similar`: the words with the spelling keys, from companies of the country with any brand.
 */
export type CompanySearchResult = { found: FoundCompanies; counts: readonly number[]; similar: readonly string[] }

type FoundRow = Omit<StoredCompany, 'id'> & {
  total: number
  counts: number[]
  similar: string | null
  id: string | null
}

/** The maximum number of similar words to read. No real language has so many words for one key. */
const maxSimilarWords = sql`5000`

export type CompanySearchStore = ReturnType<typeof createCompanySearchStore>

export function createCompanySearchStore(db: Queryable) {
  return {
    search: async (search: CompanySearch): Promise<CompanySearchResult> => {
      // Counts the words of the longest term first, because it is probably the rarest.
      const terms = search.terms.toSorted((one, other) => other.beginning.length - one.beginning.length)
      const statement = searchStatement({ ...search, terms })
      const rows = await readRows<FoundRow>(db, preparedNameOf(statement))`${statement}`
      const items = rows.flatMap(({ id, ...company }) => (id === null ? [] : [toCompany({ id, ...company })]))
      const { total = 0, counts = [], similar = null } = rows[0] ?? {}
      return {
        found: { items, total },
        counts: search.terms.map((term) => counts[terms.indexOf(term)] ?? 0),
        similar: similar?.split(' ') ?? [],
      }
    },

    /** Finds the companies of a market whose ids are in a range, up to the maximum of a search. */
    findByIds: async (
      { country, brands }: SearchedMarket,
      [from, to]: readonly [string, string],
    ): Promise<Company[]> => {
      const rows = await readRows<StoredCompany>(db, 'find-companies-by-ids')`
        select ${companyColumns} from company c
        where c.id between ${uuidHiddenFromPlanner(from)} and ${uuidHiddenFromPlanner(to)} and c.country = ${textHiddenFromPlanner(country)} and c.brands && ${textsHiddenFromPlanner(brands)}
        order by c.id limit ${companySearchLimits.total}`
      return rows.map(toCompany)
    },
  }
}

/** Returns a name that depends on the text of a statement, but not on its values. */
function preparedNameOf({ text }: Statement): string {
  return `companies-search-${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
}

/**
 * Results come in this order: the postal code, words that begin with a term, words that contain a term, other
 * spellings. Within each group, the order is by the matching word, then by the name of the company.
 *
 * The text depends on the number of terms and brands, but not on their values, so that PostgreSQL can reuse prepared
 * statements.
 */
function searchStatement({ market, code, terms, page, similar }: CompanySearch): Statement {
  const limit = Math.min(page.limit, companySearchLimits.total - page.offset)
  const sources = [
    ...(code === null ? [] : [wordsEqualToCodeSql(market, code)]),
    ...(terms.length > 0 ? wordsMatchingFirstTermSql(market, terms) : []),
  ]
  const steps = [
    ...(terms.length > 1 ? [wordCountsOfTermsSql(market, terms), rarestTermSql(terms)] : []),
    ...(terms.length > 0 ? [sql`typed as materialized (${wordsBeginningWithFirstTermSql(market, terms)})`] : []),
  ]
  return sql`
    with ${join([...steps, bestOf(sources)])}
    select t.total, ${terms.length > 1 ? sql`(select counts from counted)` : sql`array[t.total]`} as counts,
      ${similar ? similarWords(market, similar) : sql`null`} as similar, ${companyColumns}
    from (select least(count(*), ${companySearchLimits.total})::int as total from best) as t
    left join lateral (
      select b.rank, c.* from (
        select * from best order by rank, company_id limit ${intHiddenFromPlanner(limit)} offset ${intHiddenFromPlanner(page.offset)}
      ) as b join company c on c.id = b.company_id
    ) as c on true
    order by c.rank, c.id`
}

/** Returns SQL for the words with any of the spelling keys. The SQL yields null if enough companies were found. */
function similarWords({ country }: SearchedMarket, { parts, below }: NonNullable<CompanySearch['similar']>): Statement {
  return sql`
    case when t.total < ${below} then (
      select string_agg(distinct word, ' ') from (
        select word from company_spelling
        where country = ${textHiddenFromPlanner(country)} and part = any (${textsHiddenFromPlanner(parts)}::text[]) limit ${maxSimilarWords}
      ) as s
    ) end`
}

/** Returns SQL for the companies that have the words of `sources`, with the best rank of each company. */
function bestOf(sources: readonly Statement[]): Statement {
  return sql`
    best as materialized (
      select company_id, min(rank) as rank from (${join(sources, ' union all ')}) as found group by company_id
    )`
}

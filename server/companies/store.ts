import type { Pool } from 'pg'
import type { Country } from '#contract/countries.ts'
import { companySearchLimits } from '#contract/company-search.ts'
import type { Company } from '#contract/provider.ts'
import type { SupportCompany } from '#contract/support.ts'

/** Where and for whom companies are looked for. */
export type Market = { country: Country; brands: readonly string[] }

/** What a word that was typed may stand for: all words with this beginning, and these. */
export type Term = { beginning: string; spellings: readonly string[] }

export type Page = { limit: number; offset: number }

/**
 * What to find: companies with `code` for a word (best of all; null for none), and those that have a word for each of
 * the terms. The words of the first term are read one by one, so it should be the rarest.
 */
export type Search = { market: Market; code: string | null; terms: readonly Term[]; page: Page }

export type Found = { items: Company[]; total: number }

type CompanyRow = {
  total: number
  id: string | null
  name: string
  email: string | null
  phone: string | null
  street: string[]
  postalCode: string
  city: string
  country: Country
}

// Greater than every letter of a word, so that it ends the words of a beginning. PostgreSQL compares bytes (collation C).
const last = '\u{10FFFF}'

/** More words than these are not told apart when the rarest is chosen. */
const countedWords = 1_000

/** Words of one term that are read. Rarer words are read to their end. */
const readWords = 20_000

/** More than `total` counts, since a company may have several words of one beginning. */
const foundWords = 1_200

export type CompanyStore = ReturnType<typeof createCompanyStore>

export function createCompanyStore(pool: Pool) {
  return {
    /** How many words of the market each term stands for, counted up to a thousand. */
    count: async ({ country, brands }: Market, terms: readonly Term[]): Promise<number[]> => {
      const { rows } = await pool.query<{ words: number }>({
        ...countQuery,
        values: [
          country,
          brands,
          terms.map(({ beginning }) => beginning),
          JSON.stringify(terms.map(({ spellings }) => spellings)),
        ],
      })
      return rows.map(({ words }) => words)
    },

    search: async ({ market, code, terms, page }: Search): Promise<Found> => {
      const [first, ...others] = terms
      const values = [
        market.country,
        market.brands,
        code,
        first?.beginning ?? null,
        first === undefined ? null : `${first.beginning}${last}`,
        first?.spellings ?? [],
        terms.map(({ beginning }) => `% ${beginning}%`),
        Math.min(page.limit, companySearchLimits.total - page.offset),
        page.offset,
        ...others.map(patternsOf),
      ]
      const { rows } = await pool.query<CompanyRow>({ ...searchQuery(others.length), values })
      return { total: rows[0]?.total ?? 0, items: rows.flatMap((row) => (row.id === null ? [] : [toCompany(row)])) }
    },

    /** Companies of a market whose id lies between two. */
    findByIds: async ({ country, brands }: Market, [from, to]: readonly [string, string]): Promise<Company[]> => {
      const values = [country, brands, from, to, companySearchLimits.total]
      const { rows } = await pool.query<CompanyRow>({ ...byIdsQuery, values })
      return rows.map(toCompany)
    },

    /** Words of companies of the country under any of these parts of a spelling. */
    similarWords: async (country: Country, parts: readonly string[]): Promise<string[]> => {
      const { rows } = await pool.query<{ word: string }>({ ...similarQuery, values: [country, parts] })
      return rows.map(({ word }) => word)
    },

    find: async (id: string): Promise<Company | null> => {
      const { rows } = await pool.query<CompanyRow>({ ...oneQuery, values: [id] })
      return rows[0] ? toCompany(rows[0]) : null
    },

    listSupport: async (brands: readonly string[]): Promise<SupportCompany[]> => {
      const { rows } = await pool.query<SupportCompany>({ ...supportQuery, values: [brands] })
      return rows
    },
  }
}

/** Words hold no sign that means something to `like`. */
function patternsOf({ beginning, spellings }: Term): string[] {
  return [`% ${beginning}%`, ...spellings.map((word) => `% ${word} %`)]
}

function toCompany({ id, name, email, phone, ...address }: CompanyRow): Company {
  const { street, postalCode, city, country } = address
  return {
    id: id ?? '',
    name,
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    address: { street, postalCode, city, country },
  }
}

const columns = `c.id, c.name, c.email, c.phone, c.street, c.postal_code as "postalCode", c.city, c.country`

const countQuery = {
  name: 'count-company-words',
  text: `
    select (
      select count(*)::int from unnest($2::text[]) as m(brand) cross join lateral (
        (select from company_word w
         where w.country = $1 and w.brand = m.brand and w.word >= t.beginning and w.word < t.beginning || '${last}'
         limit ${countedWords})
        union all
        (select from company_word w
         where w.country = $1 and w.brand = m.brand
           and w.word in (select jsonb_array_elements_text($4::jsonb -> (t.place - 1)::int))
         limit ${countedWords})
      ) as word
    ) as words
    from unnest($3::text[]) with ordinality as t(beginning, place)
    order by t.place`,
}

/**
 * Reads words in the order of the index, and of each only so many: that keeps the cost the same however many companies
 * there are. The order of what is found: the code, what was typed, other spellings; in each whole words first, then names.
 */
function searchQuery(others: number): { name: string; text: string } {
  const conditions = Array.from({ length: others }, (_, index) => `and w.line like any ($${10 + index}::text[])`).join(
    ' ',
  )
  const words = (condition: string, order: string) => `
    select * from (
      select w.word, w.line, w.company_id from company_word w
      where w.country = $1 and w.brand = m.brand and ${condition}
      order by ${order} limit ${readWords}
    ) as w where true ${conditions} limit ${foundWords}`
  return {
    name: `search-companies-${others}`,
    text: `
      with entry as (
        select row_number() over (order by source, word, line, company_id) as place, company_id
        from (
          select 0 as source, w.* from unnest($2::text[]) as m(brand) cross join lateral (
            select w.word, w.line, w.company_id from company_word w
            where w.country = $1 and w.brand = m.brand and w.word = $3
            order by w.line, w.company_id limit ${foundWords}
          ) as w
          union all
          select case when w.line like all ($7::text[]) then 1 else 2 end, w.*
          from unnest($2::text[]) as m(brand) cross join lateral (
            ${words('w.word >= $4 and w.word < $5', 'w.word, w.line, w.company_id')}
          ) as w
          union all
          (select 2 + s.place, w.* from unnest($6::text[]) with ordinality as s(word, place)
           cross join unnest($2::text[]) as m(brand) cross join lateral (
             ${words('w.word = s.word', 'w.line, w.company_id')}
           ) as w limit ${foundWords})
        ) as found
      ),
      best as materialized (select company_id, min(place) as place from entry group by company_id)
      select t.total, ${columns}
      from (select least(count(*), ${companySearchLimits.total})::int as total from best) as t
      left join lateral (
        select b.place, c.* from (select * from best order by place limit $8 offset $9) as b
        join company c on c.id = b.company_id
      ) as c on true
      order by c.place`,
  }
}

const byIdsQuery = {
  name: 'find-companies-by-ids',
  text: `select ${columns} from company c
    where c.id between $3 and $4 and c.country = $1 and c.brands && $2 order by c.id limit $5`,
}

/** So many similar words are looked at; more share a beginning only in a made-up language. */
const similarWordsAtMost = 5_000

const similarQuery = {
  name: 'find-similar-words',
  text: `select distinct word from (
      select word from company_spelling where country = $1 and part = any ($2) limit ${similarWordsAtMost}
    ) as found`,
}

const oneQuery = { name: 'find-company', text: `select ${columns} from company c where c.id = $1` }

const supportQuery = {
  name: 'list-support-companies',
  text: 'select id, country, brand, url from support_company where brand = any ($1) order by brand, country',
}

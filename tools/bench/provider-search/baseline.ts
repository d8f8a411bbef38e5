import { createServer } from 'node:http'
import pg from 'pg'
import { answerAtFreePort } from '../bench-process.ts'

// The baseline of the search: a bare HTTP handler without authentication, with one prepared statement over a trigram
// index. It finds words anywhere in the text, in any order, ignoring case and accents, and counts up to 1,000
// results. It does not tolerate typing errors.
const [url = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => process.exit(0))

// The statement has one condition for each word. For an array of patterns, PostgreSQL would not use the index.
const pageOf = (words: number) => `
  with found as materialized (
    select id, name, email, phone, street, postal_code, city, country, found_by from baseline_company
    where country = $1 and brands && $2 and ${patterns(words)} limit 1000
  )
  select (select count(*)::int from found) as total, found.* from found
  order by postal_code = $3 desc, found_by like $3 || '%' desc, name limit 5`
const patterns = (words: number) =>
  Array.from({ length: words }, (_, index) => `found_by like $${index + 4}`).join(' and ')
const byId = `
  select 1 as total, id, name, email, phone, street, postal_code, city, country from baseline_company
  where id = $1 and country = $2 and brands && $3`

type Row = { total: number; id: string; name: string; email: string | null; phone: string | null } & Record<
  'street' | 'postal_code' | 'city' | 'country',
  unknown
>

const server = createServer((request, response) => {
  search(request.url ?? '/').then(
    (body) => response.setHeader('content-type', 'application/json').end(body),
    () => response.writeHead(500).end(),
  )
})

async function search(path: string): Promise<string> {
  const query = new URL(path, 'http://bench').searchParams
  const { rows } = await findCompanies(query.get('value') ?? '', [query.get('country'), [query.get('brand')]])
  return JSON.stringify({ items: rows.map(toItem), total: rows[0]?.total ?? 0 })
}

async function findCompanies(value: string, market: unknown[]): Promise<{ rows: Row[] }> {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(value))
    return pool.query<Row>({ name: 'id', text: byId, values: [value, ...market] })
  const words = patternsOf(value)
  if (words.length === 0) return { rows: [] }
  const name = `page-${words.length}`
  return pool.query<Row>({ name, text: pageOf(words.length), values: [...market, withoutAccents(value), ...words] })
}

function withoutAccents(value: string): string {
  return value
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/gu, '')
    .toLowerCase()
}

function patternsOf(value: string): string[] {
  const words = withoutAccents(value).split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '').map((word) => `%${word}%`)
}

function toItem({ id, name, email, phone, street, postal_code: postalCode, city, country }: Row): object {
  return {
    id,
    name,
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    address: { street, postalCode, city, country },
  }
}

await answerAtFreePort(server)

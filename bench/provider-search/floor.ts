import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { serve } from '../processes.ts'

// The floor of the search: a bare handler, ILIKE over all that is searched and its count, nobody asked who they are.
const [url = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => process.exit(0))

const matching = `
  from company where country = $1 and brands && $2
  and (name ilike $3 or id::text ilike $3 or postal_code ilike $3 or city ilike $3)`
const page = `select id, name, email, phone, street, postal_code, city, country ${matching} order by name limit 5`
const count = `select count(*)::int as total ${matching}`

const server = createServer((request, response) => {
  search(request.url ?? '/').then(
    (body) => response.setHeader('content-type', 'application/json').end(body),
    () => response.writeHead(500).end(),
  )
})

async function search(path: string): Promise<string> {
  const query = new URL(path, 'http://bench').searchParams
  const pattern = `%${(query.get('value') ?? '').replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const values = [query.get('country'), [query.get('brand')], pattern]
  const [items, totals] = await Promise.all([
    pool.query({ name: 'page', text: page, values }),
    pool.query<{ total: number }>({ name: 'count', text: count, values }),
  ])
  return JSON.stringify({ items: items.rows, total: totals.rows[0]?.total })
}

server.listen(0, '127.0.0.1', () => serve((server.address() as AddressInfo).port))

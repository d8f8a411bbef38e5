import pg from 'pg'
import { generateCompany } from './generate-company.ts'

const companiesPerStatement = 25_000
/**
 * The number of connections that insert at the same time. Each of them uses a CPU core, because the database splits
 * company names into words.
 */
const connections = 2

/**
 * Inserts the companies with the numbers from 0 to `count` - 1 into an empty database, like an import. Then runs
 * VACUUM ANALYZE.
 */
export async function fillCompanyTable(url: string, count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, async () => connect(url)))
  const [first] = clients
  // Creates the index after inserting the rows, which is faster than updating the index with each row.
  await first?.query('alter table company_word drop constraint company_word_pkey')
  await Promise.all(
    clients.map(async (client, at) => insertCompanies(client, { first: at * companiesPerStatement, count })),
  )
  await first?.query('alter table company_word add primary key (country, brand, word, line, company_id)')
  await first?.query(baselineTable)
  await first?.query('vacuum (analyze, freeze)')
  for (const client of clients) await client.end()
}

/**
 * Copies the companies to a table for the baseline. The trigram index of this table has country, brands, and one
 * column with all searched texts in lower case without accents.
 */
const baselineTable = `
  create extension pg_trgm;
  create extension btree_gin;
  create extension unaccent;
  create table baseline_company as
    select *, lower(unaccent(name || ' ' || postal_code || ' ' || city)) as found_by from company;
  alter table baseline_company add primary key (id);
  create index on baseline_company using gin (country, brands, found_by gin_trgm_ops) with (fastupdate = off)`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set work_mem = '128MB'; set maintenance_work_mem = '512MB'`)
  return client
}

type Part = { first: number; count: number }

async function insertCompanies(client: pg.Client, { first, count }: Part): Promise<void> {
  for (let start = first; start < count; start += connections * companiesPerStatement) {
    const length = Math.min(companiesPerStatement, count - start)
    const companies = Array.from({ length }, (_, index) => generateCompany(start + index))
    await client.query(insert, [JSON.stringify(companies)])
  }
}

const insert = `
  insert into company (id, name, street, postal_code, city, country, brands, accepts_automatically)
  select id, name, array[street], "postalCode", city, country, brands, "acceptsAutomatically"
  from jsonb_to_recordset($1) as c (id uuid, name text, street text, "postalCode" text, city text, country text,
    brands text[], "acceptsAutomatically" boolean)`

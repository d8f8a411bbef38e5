import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CompanyList, SupportCompanyList } from '#contract/company-search.ts'
import { openSeparateConnection } from '#server/database/database.ts'
import { createTestDatabase } from '#test/database.ts'
import { createPersonLimit } from '#server/http/rate-limit.ts'
import { createTestApi } from '#test/test-api.ts'
import type { CompanyRow } from '#server/operator/companies-file.ts'
import { upsertCompanies, upsertSupportCompanies } from '#server/operator/store.ts'
import { addCompanyRoutes, companyLookupRateLimit } from './routes.ts'
import { searchCompanies } from './search/search-companies.ts'
import { createCompanySearchStore } from './search/store.ts'
import { createCompanyStore } from './store.ts'

const database = await createTestDatabase()
const { pool } = database
let limit = createPersonLimit(pool, companyLookupRateLimit)
let people = 0
const { send, app } = await createTestApi((addEndpoint) =>
  addCompanyRoutes(addEndpoint, {
    companies: createCompanyStore(pool),
    search: createCompanySearchStore(pool),
    brandIds: ['cedar', 'birch'],
    limitLookups: async (caller) => limit(caller),
  }),
)

let made = 0

function idOf(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-1e55-4d0b-8a9c-7f4ae6a23df3`
}

type TestCompany = Partial<CompanyRow> & { name: string }

async function add(...testCompanies: TestCompany[]): Promise<string[]> {
  const rows = testCompanies.map((company) => ({
    id: idOf(0x10000000 + made++),
    email: null,
    phone: null,
    street1: 'Ring 1',
    street2: null,
    postalCode: '10115',
    city: 'Berlin',
    country: 'DE' as const,
    brands: ['cedar'],
    acceptsAutomatically: true,
    ...company,
  }))
  await upsertCompanies(pool, rows)
  return rows.map(({ id }) => id)
}

async function ask(query: Record<string, string>): Promise<CompanyList> {
  const search = new URLSearchParams({ country: 'DE', brand: 'cedar', ...query })
  const answer = await send({ as: 'olga', url: `/api/2/companies/providers?${search.toString()}` })
  expect(answer.statusCode).toBe(200)
  return answer.json<CompanyList>()
}

async function find(value: string, query: Record<string, string> = {}): Promise<string[]> {
  return (await ask({ value, ...query })).items.map(({ name }) => name)
}

beforeAll(async () => {
  await upsertSupportCompanies(pool, [
    { id: idOf(1), country: 'DE', brand: 'cedar', url: 'https://support.example/cedar/de' },
    { id: idOf(2), country: 'AT', brand: 'cedar', url: 'https://support.example/cedar/at' },
    { id: idOf(3), country: 'DE', brand: 'birch', url: 'https://support.example/birch/de' },
  ])
})

beforeEach(async () => {
  limit = createPersonLimit(pool, companyLookupRateLimit)
  await pool.query('truncate rate_limit, company, company_word, company_spelling, company_ending cascade')
})

afterAll(async () => {
  await app.close()
  await database.close()
})

test('a company is found by its name, its id, its postal code and its city', async () => {
  const [id = ''] = await add(
    { name: 'Wärmewerkstatt Huber', postalCode: '73230', city: 'Kirchheim' },
    { name: 'Other' },
  )
  for (const value of ['Wärmewerkstatt', 'huber', id, id.toUpperCase(), id.slice(0, 8), '73230', 'Kirchheim']) {
    expect([value, await find(value)]).toEqual([value, ['Wärmewerkstatt Huber']])
  }
})

test('a search returns the companies, and their total number', async () => {
  const [id] = await add({
    name: 'Huber',
    email: 'info@huber.example',
    phone: '+49 30 123456',
    street2: 'Hof',
    acceptsAutomatically: false,
  })
  expect(await ask({ value: 'huber' })).toEqual({
    items: [
      {
        id,
        name: 'Huber',
        email: 'info@huber.example',
        phone: '+49 30 123456',
        address: { street: ['Ring 1', 'Hof'], postalCode: '10115', city: 'Berlin', country: 'DE' },
      },
    ],
    total: 1,
  })
})

test('case and accents are ignored in the query and in names', async () => {
  await add({ name: 'Wärmeboden Söder', city: 'Göteborg' }, { name: 'Cieply Dom Łódź' }, { name: 'Kotelna Dvořáček' })
  for (const value of ['warmeboden', 'WÄRMEBODEN', 'wa\u0308rmeboden söder', 'goteborg'])
    expect([value, await find(value)]).toEqual([value, ['Wärmeboden Söder']])
  expect(await find('ciepły lodz')).toEqual(['Cieply Dom Łódź'])
  expect(await find('DVORACEK')).toEqual(['Kotelna Dvořáček'])
})

test('the beginning of a word is sufficient, and all words must match, in any order', async () => {
  await add({ name: 'Huber Heizung' }, { name: 'Huber Sanitär', city: 'Hamburg' }, { name: 'Meier Heizung' })
  expect(await find('heiz')).toEqual(['Huber Heizung', 'Meier Heizung'])
  expect(await find('hamb hub')).toEqual(['Huber Sanitär'])
  expect(await find('huber heizung hamburg')).toEqual([])
})

test('one typing error is allowed in words of five letters or more', async () => {
  await add({ name: 'Wolsenling Heizung', city: 'Stuttgart' }, { name: 'Bern Gas' })
  for (const value of [
    'Wolsenlign',
    'Wolsnling',
    'Wolsenlling',
    'Wolsanling',
    'olsenling',
    'Wolsenling Stutgart',
    'Hiezung Wolsenlinf',
  ])
    expect([value, await find(value)]).toEqual([value, ['Wolsenling Heizung']])
  expect(await find('Wolsnlign')).toEqual([])
  expect(await find('Brn')).toEqual([])
})

test('a part in the middle of a word is found, after words that begin with it', async () => {
  await add(
    { name: 'Heiztechnik Adam' },
    { name: 'Wärmetechnik Öz', city: 'Bonn' },
    { name: 'Technik Zander' },
    { name: 'Technikum', city: 'Bonn' },
  )
  expect(await find('technik')).toEqual(['Technik Zander', 'Technikum', 'Heiztechnik Adam', 'Wärmetechnik Öz'])
  for (const value of ['Technik Adam', 'adam TECHNIK', 'eiztech'])
    expect([value, await find(value)]).toEqual([value, ['Heiztechnik Adam']])
  expect(await find('ÄRMET')).toEqual(['Wärmetechnik Öz'])
  expect(await find('technik bon')).toEqual(['Technikum', 'Wärmetechnik Öz'])
  expect(await find('nik')).toHaveLength(4)
  expect(await find('ik')).toEqual([])
})

test('a part in the middle of a word is found only in the requested country and brands, with pages', async () => {
  await add(
    { name: 'Heiztechnik 1', country: 'AT' },
    { name: 'Heiztechnik 2', brands: ['birch'] },
    ...Array.from({ length: 12 }, (_, number) => ({
      name: `Solartechnik Nummer ${number}`,
      brands: ['cedar', 'birch'],
    })),
  )
  expect(await find('technik', { country: 'AT' })).toEqual(['Heiztechnik 1'])
  const pages = await Promise.all(
    ['0', '5', '10'].map((offset) => ask({ value: 'technik', brand: 'cedar,birch', limit: '5', offset })),
  )
  expect(pages.map(({ total }) => total)).toEqual([13, 13, 13])
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(13)
})

test('exact matches come before corrected ones', async () => {
  await add({ name: 'Meier' }, { name: 'Meyer' }, { name: 'Aaron', city: 'Meyern' })
  expect(await find('Meyer')).toEqual(['Meyer', 'Aaron', 'Meier'])
  await add({ name: 'Meyer A' }, { name: 'Meyer B' }, { name: 'Meyer C' })
  expect(await find('Meyer')).not.toContain('Meier')
})

test('the company with the exact id comes first, then those with the exact postal code', async () => {
  await add(
    { name: 'Aal 1010' },
    { name: 'Zander', postalCode: '1010' },
    { name: 'Barsch', postalCode: '10105' },
    { name: 'Dorsch', postalCode: '1010' },
  )
  expect(await find('1010')).toEqual(['Dorsch', 'Zander', 'Aal 1010', 'Barsch'])
  const [id = ''] = await add({ name: 'Hecht' }, { name: 'Named after' })
  await add({ name: `Copy ${id}` })
  expect((await find(id))[0]).toBe('Hecht')
})

test.each([
  ['SW1A 1AA', ['SW1A 1AA', 'sw1a1aa', 'SW1A', '1aa']],
  ['110 00', ['110 00', '11000', '110']],
  ['00-950', ['00-950', '00950', '00 950']],
  ['1072 GC', ['1072 GC', '1072gc', '1072']],
])('the postal code %s is found with and without its gap', async (postalCode, values) => {
  await add({ name: 'There', postalCode }, { name: 'Elsewhere', postalCode: '99999' })
  for (const value of values) expect([value, await find(value)]).toEqual([value, ['There']])
})

test('only companies of the requested country and brands are found', async () => {
  const companies: TestCompany[] = [
    { name: 'Huber 1' },
    { name: 'Huber 2', country: 'AT' },
    { name: 'Huber 3', brands: ['birch'] },
    { name: 'Huber 4', brands: ['birch', 'cedar'] },
    { name: 'Huber 5', brands: ['elder'] },
  ]
  const ids = await add(...companies)
  expect(await find('huber')).toEqual(['Huber 1', 'Huber 4'])
  expect(await find('hubre')).toEqual(['Huber 1', 'Huber 4'])
  expect(await find('huber', { brand: 'birch' })).toEqual(['Huber 3', 'Huber 4'])
  expect(await find('huber', { brand: 'birch,cedar' })).toEqual(['Huber 1', 'Huber 3', 'Huber 4'])
  expect(await find('huber', { brand: 'none' })).toEqual([])
  expect(await find(ids[1] ?? '')).toEqual([])
  expect(await find(ids[2] ?? '')).toEqual([])
  expect(await find('10115', { country: 'AT' })).toEqual(['Huber 2'])
})

test('the default is all brands of the portal, and without a value all companies', async () => {
  await add({ name: 'Berta' }, { name: 'Anton', brands: ['birch'] }, { name: 'Carla', brands: ['other'] })
  const answer = await send({ as: 'olga', url: '/api/2/companies/providers?country=DE' })
  expect(answer.json<CompanyList>()).toMatchObject({ items: [{ name: 'Anton' }, { name: 'Berta' }], total: 2 })
  expect(await find('  ')).toEqual(['Berta'])
})

test('pages have no gaps and no overlaps, and the total counts all', async () => {
  await add(...Array.from({ length: 23 }, (_, number) => ({ name: `Huber Nummer ${number}` })))
  const pages = []
  for (let offset = 0; offset < 30; offset += 5)
    pages.push(await ask({ value: 'nummer', limit: '5', offset: String(offset) }))
  expect(pages.map(({ items }) => items.length)).toEqual([5, 5, 5, 5, 3, 0])
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([23]))
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(23)
})

test('a company with several words of the same beginning is found once', async () => {
  await add({ name: 'Heizung Heizungsbau Heiztechnik', city: 'Heide', brands: ['cedar', 'birch'] })
  const { items, total } = await ask({ value: 'hei', brand: 'cedar,birch' })
  expect([items.length, total]).toEqual([1, 1])
})

test('the total counts up to a thousand', async () => {
  await add(...Array.from({ length: 1_200 }, (_, number) => ({ name: `Huber ${number}x` })))
  expect((await ask({ value: 'huber' })).total).toBe(1_000)
  const last = await ask({ value: 'huber', offset: '995', limit: '10' })
  expect([last.total, last.items.length]).toEqual([1_000, 5])
})

test.each([
  ['huber', 1],
  ['huber heizung', 1],
  ['huber heizung berlin', 1],
  ['hubre', 2],
  ['heizugn hubre berlin', 2],
])('a search for "%s" sends %d statements to the database', async (value, statements) => {
  await add(...Array.from({ length: 9 }, (_, number) => ({ name: `Huber ${number}x Heizung` })))
  let asked = 0
  const search = createCompanySearchStore({
    query: (statement) => {
      asked++
      return pool.query(statement)
    },
  })
  const { total } = await searchCompanies(search, { value, country: 'DE', brands: ['cedar'], limit: 5, offset: 0 })
  expect([total, asked]).toEqual([9, statements])
})

test('a search is planned a few times, not for each value', async () => {
  await add(...Array.from({ length: 300 }, (_, number) => ({ name: `Huber ${number}x Heizung`, city: `Ort${number}` })))
  await pool.query('analyze company, company_word, company_spelling, company_ending')
  const { pool: connection, close } = openSeparateConnection(pool)
  const search = createCompanySearchStore(connection)
  const values = ['heiz', 'hub', 'heizung', 'eizun', 'ort', 'heizu', 'hube', 'uber', 'berlin', 'bonn', 'none', 'erli']
  for (const beginning of values) {
    const terms = [beginning, 'huber'].map((word) => ({ beginning: word, spellings: [] }))
    const market = { country: 'DE' as const, brands: ['cedar'] }
    const both = { market, code: null, page: { limit: 5, offset: 0 }, similar: { parts: [beginning], below: 5 } }
    await search.search({ ...both, terms })
    await search.search({ ...both, terms: terms.slice(0, 1) })
  }
  const { rows } = await connection.query<{ first: number; again: number }>(
    `select custom_plans::int as first, generic_plans::int as again from pg_prepared_statements
     where name ^@ 'companies-'`,
  )
  await close()
  expect(Math.max(...rows.map(({ first }) => first))).toBe(5)
  expect(Math.max(...rows.map(({ again }) => again))).toBeGreaterThan(5)
})

test('% and _ match only themselves, which no word contains', async () => {
  await add({ name: 'Huber' }, { name: 'Hundert % Wärme_Werk' })
  for (const value of ['%', '_', 'h%r', 'hub_r', '%%%', '\\', "'", 'ü%']) {
    expect([value, await find(value)]).toEqual([value, []])
  }
  expect(await find('hundert %')).toEqual(['Hundert % Wärme_Werk'])
  expect(await find('wärme_werk')).toEqual(['Hundert % Wärme_Werk'])
})

test('a change and a removal of a company change the results', async () => {
  const [id = ''] = await add({ name: 'Huber', city: 'Berlin' })
  await add({ id, name: 'Gruber', city: 'Bonn', brands: ['birch'] })
  expect([await find('huber'), await find('berlin')]).toEqual([[], []])
  expect(await find('gruber', { brand: 'birch' })).toEqual(['Gruber'])
  await pool.query('delete from company where id = $1', [id])
  expect(await find('gruber', { brand: 'birch' })).toEqual([])
  const { rows } = await pool.query('select from company_word')
  expect(rows).toEqual([])
})

test('any typed text is answered', async () => {
  await add({ name: 'Huber' })
  const hostile = fc.constantFrom(
    "' or 1=1 --",
    '$1',
    '%s',
    '\\',
    '{{7*7}}',
    '\u202E',
    'İ',
    '𝕳uber',
    'a'.repeat(100),
    '-'.repeat(36),
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), hostile), async (value) => {
      const search = new URLSearchParams({ country: 'DE', brand: 'cedar', value })
      const answer = await send({ as: `olga${people++}`, url: `/api/2/companies/providers?${search.toString()}` })
      expect(answer.statusCode).toBe(value.includes('\u0000') || value.trim().length > 100 ? 400 : 200)
    }),
    { numRuns: 300 },
  )
})

test.each([
  'limit=1e9',
  'limit=1000000000',
  'limit=51',
  'limit=0',
  'limit=-1',
  'offset=-1',
  'offset=1001',
  `value=${'x'.repeat(10_000)}`,
  'value=a%00b',
  'value=a&value=b',
  'brand=cedar%27--',
  'brand=CEDAR',
  'country=US',
  'country=DE',
])('a search outside the limits is refused: %s', async (query) => {
  const answer = await send({ as: 'olga', url: `/api/2/companies/providers?country=DE&${query}` })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'invalid-request' })
})

test('reading all companies is rate-limited', async () => {
  const codes: number[] = []
  for (let count = 0; count < 125; count++) {
    const answer = await send({ as: 'reader', url: `/api/2/companies/providers?country=DE&offset=${count}` })
    codes.push(answer.statusCode)
  }
  expect(codes.slice(0, 120).every((code) => code === 200)).toBe(true)
  expect(codes.at(-1)).toBe(429)
  const refused = await send({ as: 'reader', url: `/api/2/companies/${idOf(9)}` })
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await send({ as: 'other', url: '/api/2/companies/providers?country=DE' })).statusCode).toBe(200)
})

test('one company is read by its id', async () => {
  const [id = ''] = await add({ name: 'Huber' })
  const answer = await send({ as: 'olga', url: `/api/2/companies/${id}` })
  expect(answer.json()).toEqual({
    id,
    name: 'Huber',
    address: { street: ['Ring 1'], postalCode: '10115', city: 'Berlin', country: 'DE' },
  })
  for (const none of [idOf(99), idOf(1), '1', 'providers2', `${id}%27`, '%00', '..%2f..']) {
    expect([none, (await send({ as: 'olga', url: `/api/2/companies/${none}` })).statusCode]).toEqual([none, 404])
  }
})

test('an invited owner is redirected only to an address that the company has registered, with any query', async () => {
  const [id = '', other = ''] = await add(
    { name: 'Huber', returnAddresses: ['https://huber.example/back', 'https://huber.example/'] },
    { name: 'Gruber' },
  )
  const check = async (company: string, uri: string) => {
    const search = new URLSearchParams({ uri }).toString()
    return send({ as: 'olga', url: `/api/2/companies/${company}/return-address?${search}` })
  }
  for (const uri of [
    'https://huber.example/back?visit=1#top',
    'https://huber.example',
    'https://HUBER.example:443/back',
  ])
    expect([uri, (await check(id, uri)).statusCode]).toEqual([uri, 200])
  for (const uri of [
    'https://huber.example/back/',
    'https://huber.example/back/../x',
    'https://huber.example.evil.example/back',
    'https://olga:pw@huber.example/back',
    'https://huber.example:444/back',
    'https://evil.example/?https://huber.example/back',
  ])
    expect([uri, (await check(id, uri)).statusCode]).toEqual([uri, 404])
  for (const uri of ['http://huber.example/back', 'javascript:alert(1)', '//huber.example/back', 'back', ''])
    expect([uri, (await check(id, uri)).statusCode]).toEqual([uri, 400])
  expect((await check(other, 'https://huber.example/back')).statusCode).toBe(404)
  expect((await check(idOf(99), 'https://huber.example/back')).statusCode).toBe(404)
})

test('the support companies of the requested brands are listed', async () => {
  const answer = await send({ as: 'olga', url: '/api/2/companies/asa?brand=cedar' })
  expect(answer.json<SupportCompanyList>()).toEqual({
    items: [
      { id: idOf(2), country: 'AT', brand: 'cedar', url: 'https://support.example/cedar/at' },
      { id: idOf(1), country: 'DE', brand: 'cedar', url: 'https://support.example/cedar/de' },
    ],
    total: 2,
  })
  expect((await send({ as: 'olga', url: '/api/2/companies/asa' })).json<SupportCompanyList>().total).toBe(3)
  expect((await send({ as: 'olga', url: '/api/2/companies/asa?brand=cedar&brand=birch' })).statusCode).toBe(400)
})

test('companies need a valid token and no scope', async () => {
  for (const url of ['/api/2/companies/asa', '/api/2/companies/providers?country=DE', `/api/2/companies/${idOf(9)}`]) {
    expect((await send({ url })).statusCode).toBe(401)
    expect((await send({ as: 'olga-without-gateway.users', url })).statusCode).not.toBe(403)
  }
})

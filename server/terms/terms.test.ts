import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { countries } from '#contract/countries.ts'
import { legalLanguageOfCountry } from '#contract/languages.ts'
import { createTestDatabase } from '#test/database.ts'
import { createTestApi } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { addUserRoutes } from '#server/users/routes.ts'
import { readTermsDocuments } from './terms-documents.ts'
import { createTermsGate } from './terms-gate.ts'
import { addTermsRoutes } from './routes.ts'

const longest = '1'.repeat(32)
const folder = await mkdtemp(path.join(tmpdir(), 'legal-'))
for (const country of countries) await writeTerms(legalLanguageOfCountry[country], country, '2022-12-07')
await writeTerms('en', 'DE', '2022-12-07')
await writeTerms('de', 'AT', '2026-01-01')

const database = await createTestDatabase()
const time = { ms: Date.parse('2026-03-01T10:00:00Z') }
const clock = { now: () => time.ms }
const persons = createPersonDirectory(database)
const documents = await readTermsDocuments(folder)
const gate = createTermsGate({ pool: database.pool, documents, clock })
const { app, send } = await createTestApi(
  (add) => {
    addTermsRoutes(add, { pool: database.pool, documents, gate, persons, clock })
    addUserRoutes(add, {
      database,
      persons,
      onCountryChange: gate.clear,
      onContactEmail: async () => {},
      unverifiedEmailOf: () => null,
    })
    add(api.listConnections, async () => ({ items: [], total: 0 }))
  },
  { passTerms: gate.pass },
)

let nextPerson = 1
let anna = ''

beforeEach(() => {
  anna = `anna${nextPerson++}`
})

afterAll(async () => {
  await app.close()
  await database.close()
  await rm(folder, { recursive: true })
})

async function writeTerms(language: string, country: string, version: string): Promise<void> {
  const effective = version === longest ? '2022-12-07' : version
  await mkdir(path.join(folder, language, country), { recursive: true })
  const head = `---\ntitle: Terms\nversion: ${version}\neffectiveDate: "${effective}"\n---\n`
  await writeFile(path.join(folder, language, country, 'tos.md'), `${head}\n# Terms of ${country} in ${language}\n`)
}

const list = async () => send({ as: anna, url: '/api/2/connections' })
const accept = async (body: object, language?: string) =>
  send({ as: anna, method: 'PUT', url: '/api/2/tos/status', body, ...(language !== undefined && { language }) })
const setCountry = async (country: string) =>
  send({ as: anna, method: 'PATCH', url: '/api/2/users/me', body: { country } })
const status = async () => (await send({ as: anna, url: '/api/2/tos/status' })).json<object>()

test('before the terms are accepted every gated call is 412 with the route to accept them', async () => {
  const answer = await list()
  expect(answer.statusCode).toBe(412)
  expect(answer.json()).toMatchObject({ code: 'terms-not-accepted', route: '/accept-tos' })
  expect(await status()).toEqual({ accepted: false, hasUpdate: false })
})

test('with the terms accepted and a country set the app continues', async () => {
  const answer = await accept({ accepted: true, version: '2022-12-07', country: 'DE' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { accepted: true, hasUpdate: false }])
  expect((await list()).statusCode).toBe(200)
  expect((await send({ as: anna, url: '/api/2/users/me' })).json()).toEqual({ sub: anna, country: 'DE' })
})

test('without a country the app is blocked, and the refusal names the country', async () => {
  await accept({ accepted: true, version: '2022-12-07' })
  expect((await list()).json()).toMatchObject({ code: 'country-missing', route: '/accept-tos' })
  await setCountry('DE')
  expect((await list()).statusCode).toBe(200)
})

test('a new version must be accepted, and only the new one can be', async () => {
  await accept({ accepted: true, version: '2022-12-07', country: 'DE' })
  await setCountry('AT')
  expect(await status()).toEqual({ accepted: true, hasUpdate: true })
  expect((await list()).statusCode).toBe(412)
  const outdated = await accept({ accepted: true, version: '2022-12-07' })
  expect([outdated.statusCode, outdated.json()]).toMatchObject([
    422,
    { errors: [{ path: 'version', code: 'outdated' }] },
  ])
  await accept({ accepted: true, version: '2026-01-01' })
  expect((await list()).statusCode).toBe(200)
})

test('each acceptance is stored with its version, language and time', async () => {
  await accept({ accepted: true, version: '2022-12-07', country: 'DE' }, 'en-GB,en;q=0.9')
  time.ms += 1000
  await accept({ accepted: true, version: '2022-12-07' }, 'de')
  const { rows } = await database.pool.query(
    `select version, locale, accepted_at from terms_acceptance t join person p on p.id = t.person_id where p.subject = $1`,
    [anna],
  )
  expect(rows).toEqual([{ version: '2022-12-07', locale: 'en-DE', accepted_at: new Date(time.ms - 1000) }])
})

test('an existing country is not changed by an acceptance', async () => {
  await setCountry('FR')
  await accept({ accepted: true, version: '2022-12-07', country: 'DE' })
  expect((await send({ as: anna, url: '/api/2/users/me' })).json()).toMatchObject({ country: 'FR' })
})

test("the terms are in the reader's language if available, otherwise in the country's own", async () => {
  const read = async (locale: string) => (await send({ as: anna, url: `/api/2/tos?locale=${locale}` })).json<object>()
  expect(await read('en-DE')).toEqual({
    version: '2022-12-07',
    effectiveDate: '2022-12-07',
    locale: 'en-DE',
    text: '# Terms of DE in en',
  })
  expect(await read('pl_DE')).toMatchObject({ locale: 'de-DE' })
  expect(await read('de')).toMatchObject({ locale: 'en-GB' })
  await setCountry('CZ')
  expect(await read('de-AT')).toMatchObject({ locale: 'cs-CZ' })
})

test.each(['', 'x', '../../etc', 'de-AT-1', 'de%00'])('an invalid locale is refused: %s', async (locale) => {
  expect((await send({ as: anna, url: `/api/2/tos?locale=${locale}` })).statusCode).toBe(400)
})

test.each([
  [{ accepted: false, version: '2022-12-07' }, 400],
  [{ version: '2022-12-07' }, 400],
  [{ accepted: true, version: '' }, 422],
  [{ accepted: true, version: '1' }, 422],
  [{ accepted: true, version: '2022-12-07', country: 'US' }, 400],
  [{ accepted: true, version: '2022-12-07', sub: 'x' }, 400],
])('an invalid acceptance is refused: %j', async (body, code) => {
  expect((await accept(body)).statusCode).toBe(code)
})

const details = {
  firstName: 'Anna',
  lastName: 'Berg',
  contactEmail: 'anna@example.com',
  contactPhone: '15112345678',
  phoneCountryCode: 'DE',
}

test('account details are stored together, and the number as the national one', async () => {
  const answer = await send({ as: anna, method: 'PATCH', url: '/api/2/users/me', body: details })
  expect([answer.statusCode, answer.json()]).toEqual([200, { sub: anna, ...details }])
})

test.each([
  [{ ...details, contactPhone: '151' }, 422, 'contactPhone', 'length'],
  [{ ...details, phoneCountryCode: 'FR' }, 422, 'contactPhone', 'length'],
  [{ ...details, phoneCountryCode: 'XX' }, 422, 'phoneCountryCode', 'country'],
  [{ ...details, firstName: '--' }, 422, 'firstName', 'required'],
  [{ firstName: 'Anna' }, 422, '', 'incomplete'],
  [{ ...details, country: 'DE' }, 422, '', 'incomplete'],
  [{ ...details, email: 'other@example.com' }, 400, '', 'shape'],
])('account details that break a rule are refused: %j', async (body, code, ...fault) => {
  const answer = await send({ as: anna, method: 'PATCH', url: '/api/2/users/me', body })
  expect(answer.statusCode).toBe(code)
  expect(answer.json<{ errors: object[] }>().errors).toContainEqual({ path: fault[0], code: fault[1] })
  expect((await send({ as: anna, url: '/api/2/users/me' })).json()).toEqual({ sub: anna })
})

test('a country without terms in its own language is an error at the start', async () => {
  await rm(path.join(folder, 'pl'), { recursive: true })
  await expect(readTermsDocuments(folder)).rejects.toThrow('there are no terms for PL in its own language (pl)')
  await writeTerms('pl', 'PL', '2022-12-07')
})

test('terms that could never be accepted completely are an error at the start', async () => {
  await writeTerms('en', 'DE', '2026-01-01')
  await expect(readTermsDocuments(folder)).rejects.toThrow(
    'the terms for DE have version 2022-12-07 in de and 2026-01-01 in en',
  )
  await writeTerms('en', 'DE', '2022-12-07')
})

test.each([
  ['1'.repeat(33), 'version is longer than 32 characters, effectiveDate is no date as 2026-01-31'],
  ['', 'version is missing, effectiveDate is no date as 2026-01-31'],
  ['soon', 'effectiveDate is no date as 2026-01-31'],
])('terms with the version %j are refused at the start', async (version, reason) => {
  await writeTerms('sk', 'SK', version)
  const termsDocuments = readTermsDocuments(folder)
  await expect(termsDocuments).rejects.toThrow(`SK${path.sep}tos.md: ${reason}`)
  await writeTerms('sk', 'SK', '2022-12-07')
})

test('a version of 32 characters can be accepted', async () => {
  await writeTerms('sk', 'SK', longest)
  expect((await readTermsDocuments(folder)).termsOf('SK', null).version).toBe(longest)
  await writeTerms('sk', 'SK', '2022-12-07')
})

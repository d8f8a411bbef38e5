import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { formatReceiptFile } from '#contract/receipts.ts'
import { address } from '#contract/address.ts'
import { languages } from '#contract/languages.ts'
import { createTestDatabase } from '#test/database.ts'
import { createReceiptSigningKey } from '#server/service-changes/consents/receipt-signing-key.ts'
import { testReceiptSeed } from '#test/test-receipt-recorder.ts'
import { withLoadedPackage, testPackageBrand, readTestPackage } from '#test/exports/test-package.ts'
import { personalDataFileNames } from './personal-data-file-names.ts'
import { writePersonalData } from './write-personal-data.ts'

const { pool, close } = await createTestDatabase()
const requestedAt = new Date('2026-11-26T10:00:00Z')
const ann = randomUUID()
const bob = randomUUID()

afterAll(close)

beforeEach(async () => {
  await pool.query('truncate person, gateway, company, support_company, audit cascade')
  await pool.query(
    `insert into person (id, issuer, subject, email, contact_email, first_name, country)
     values ($1, 'https://i.example', 'ann', 'ann@example.com', 'ann@home.example', 'Ann', 'AT'),
       ($2, 'https://i.example', 'bob', 'bob@example.com', 'bob@home.example', 'Bob', 'DE')`,
    [ann, bob],
  )
  await pool.query(
    `insert into gateway (id, serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ($1, '725954711', 'rrc1', 'BOILER', 'cedar', sha256('claim secret'), sha256('device secret'))`,
    [gateway],
  )
  await pool.query(
    `insert into connection (person_id, gateway_id, added_at, owner_since, name) values
       ($1, $3, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'Cellar'), ($2, $3, '2026-02-01T00:00:00Z', null, 'Attic')`,
    [ann, bob, gateway],
  )
  await pool.query(`insert into address values ($1, '{Ring 1}', '1010', 'Wien', 'AT')`, [gateway])
  for (const [index, who] of [ann, bob].entries()) {
    const digest = createHash('sha256').update(`session ${index}`).digest()
    await pool.query(
      `insert into session (id_digest, person_id, access_token, access_expires_at, renew_at, id_token, created_at,
         expires_at, renewed_at, browser, system)
       values ($2, $1, 'sealed token', now(), now(), 'sealed id', now(), now() + interval '1 day', now(), 'Firefox', 'Linux')`,
      [who, digest],
    )
    await pool.query(
      `insert into push_subscription (person_id, session_digest, endpoint, p256dh, auth, created_at)
       values ($1, $2, $3, 'push key', 'push auth', now())`,
      [who, digest, `https://push.example.com/capability-${index}`],
    )
    await pool.query(`insert into known_browser values ($1, sha256('cookie'), now())`, [who])
    await pool.query(`insert into mail_code (person_id, address, code_digest, sent_at, expires_at)
      values ('${who}', 'new@example.com', sha256('123456'), now(), now())`)
    await pool.query(
      `insert into audit (at, actor, person_id, action, gateway_id, outcome, address)
       values ('2026-03-01T00:00:00Z', 'person', $1, 'renameConnection', $2, 'done', $3)`,
      [who, gateway, `192.0.2.${index + 1}`],
    )
  }
  for (const personId of [ann, bob]) {
    const jws = await createReceiptSigningKey(testReceiptSeed).sign({ of: personId })
    await pool.query(
      `with s as (
         insert into support_company (id, country, brand, url)
         values (gen_random_uuid(), 'AT', ($1::uuid)::text, 'https://s.example') returning id
       ), k as (
         insert into contract (gateway_id, support_company_id, company_type, permission, status, consented_at,
           consent_version, consent_language, created_at, ended_at)
         select $2, id, 'ASA', 'FULL_ACCESS', 'ACTIVE', now(), '1', 'en', now(), now() from s returning id
       )
       insert into receipt (id, gateway_id, contract_id, person_id, kind, at, consented_at, company_name, jws, digest)
       select $1::uuid, $2::uuid, id, $1::uuid, 'given', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z', 'S', $3, sha256('') from k`,
      [personId, gateway, jws],
    )
  }
  await pool.query(
    `insert into audit (at, actor, person_id, person_name, action, gateway_id, details, other_name, outcome)
     values ('2026-03-02T00:00:00Z', 'person', $1, 'Bob', 'access-changed', $2, $3, 'Ann', 'done')`,
    [bob, gateway, { person: ann, role: 'VIEWER' }],
  )
})

const gateway = randomUUID()

async function packageOf(personId: string, language: (typeof languages)[number] = 'en') {
  const output = new PassThrough()
  const request = { source: 'PERSON', gatewayId: null, personId, language, brand: 'cedar', requestedAt } as const
  const target = { output, onProgress: () => {}, signal: new AbortController().signal }
  const dependencies = { pool, brandOf: () => testPackageBrand }
  const [bytes, { rows }] = await Promise.all([buffer(output), writePersonalData(dependencies, request, target)])
  return { files: await readTestPackage(bytes), bytes, rows }
}

const receiptFile = (personId: string) => `receipts/2026-03-01-given-${personId.slice(0, 8)}.json`

const jsonOf = (files: ReadonlyMap<string, string>, name: string) => JSON.parse(files.get(name) ?? '') as object[]

test('the package has each file, its read-me explains each, and checksums fit', async () => {
  const { files, rows } = await packageOf(ann)
  const receipts = [receiptFile(ann)]
  expect([...files.keys()]).toEqual([
    'README.html',
    ...personalDataFileNames,
    ...receipts,
    'datapackage.json',
    'manifest.sha256',
  ])
  expect(rows).toBe(personalDataFileNames.reduce((sum, name) => sum + jsonOf(files, name).length, receipts.length))
  for (const name of [...personalDataFileNames, 'receipts/'])
    expect(files.get('README.html')).toContain(`<dt>${name}</dt>`)
  for (const line of (files.get('manifest.sha256') ?? '').trim().split('\n')) {
    const [sha256, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex'),
      name,
    ).toBe(sha256)
  }
  await withLoadedPackage(files, async (read) => expect(read.errors).toEqual([]))
})

test('it holds what the portal has about the person', async () => {
  const { files } = await packageOf(ann)
  expect(jsonOf(files, 'account.json')).toMatchObject([
    { signInEmail: 'ann@example.com', contactEmail: 'ann@home.example', firstName: 'Ann', country: 'AT' },
  ])
  expect(jsonOf(files, 'sessions.json')).toMatchObject([{ browser: 'Firefox', system: 'Linux' }])
  expect(jsonOf(files, 'appliances.json')).toMatchObject([
    { serial: '725954711', name: 'Cellar', address: { city: 'Wien' } },
  ])
  expect(jsonOf(files, 'activity.json')).toMatchObject([
    { action: 'renameConnection', serial: '725954711', networkAddress: '192.0.2.1', byYou: true },
    { action: 'access-changed', name: 'Ann', details: { role: 'VIEWER' }, byYou: false },
  ])
})

test('the address in it has every field of the contract', async () => {
  const { files } = await packageOf(ann)
  const [appliance] = jsonOf(files, 'appliances.json') as { address: object }[]
  expect(Object.keys(appliance?.address ?? {}).toSorted()).toEqual(Object.keys(address.shape).toSorted())
})

test('it has a file for each receipt, as the page gives it out', async () => {
  const { files } = await packageOf(ann)
  const jws = await createReceiptSigningKey(testReceiptSeed).sign({ of: ann })
  expect(files.get(receiptFile(ann))).toBe(formatReceiptFile(jws, { of: ann }))
})

test('it holds no secret, and nothing about other people', async () => {
  const { files } = await packageOf(ann)
  const everything = [...files.values()].join('\n')
  for (const secret of ['sealed', 'push key', 'push auth', 'capability', 'digest'])
    expect(everything).not.toContain(secret)
  for (const other of [bob, 'Bob', 'bob@', 'Attic', '192.0.2.2']) expect(everything).not.toContain(other)
  expect(jsonOf((await packageOf(bob)).files, 'appliances.json')).toMatchObject([{ name: 'Attic', address: null }])
})

test('a request has the same bytes each time it is made', async () => {
  const [one, other] = [await packageOf(ann), await packageOf(ann)]
  expect(one.bytes.equals(other.bytes)).toBe(true)
})

test.each(languages)('the read-me explains everything in %s', async (language) => {
  const readMe = (await packageOf(ann, language)).files.get('README.html') ?? ''
  expect(readMe).toContain(`<html lang="${language}">`)
  expect(readMe).not.toMatch(/\{\w+\}/u)
  expect(readMe).toContain('help@oak.example')
})

/** Tables with data about people that the package leaves out, each with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  access_event: 'what is still to be done about an access, until it is done',
  access_request: 'open requests for access; activity.json has them',
  handover: 'hand-overs; activity.json has them',
  kept_answer: 'copies of answers, for 24 hours',
  page_presence: 'whether a page is open now',
  subscription: 'what an open page shows now',
  takeover: 'takeovers; activity.json has them',
}

test('every table with data about people is in the package, or has a reason', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name in ('person_id', 'given_by', 'consented_by', 'ended_by', 'invited_by', 'answered_by')`,
  )
  const store = readFileSync(new URL('store.ts', import.meta.url), 'utf8')
  const isRead = (table: string) => new RegExp(`(?:from|join) ${table} `, 'u').test(store)
  expect(rows.map(({ name }) => name).filter((table) => !isRead(table) && !(table in leftOut))).toEqual([])
  expect(Object.keys(leftOut).filter(isRead)).toEqual([])
})

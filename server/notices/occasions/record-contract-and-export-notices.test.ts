import { afterAll, afterEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { NoticeEvent } from '#contract/notices.ts'
import { createTestDatabase } from '#test/database.ts'
import { fixtureStartMs, createNoticeFixture } from '#test/notices/notice-fixture.ts'
import { recordOutdatedConsentNotices, recordAnswerAndExportNotices } from './record-contract-and-export-notices.ts'

const { pool, close } = await createTestDatabase()
const fixture = createNoticeFixture(pool)
const { clock, dependencies } = fixture

afterEach(async () => {
  clock.time = fixtureStartMs
  await pool.query('delete from contract')
  await pool.query('delete from company')
  await pool.query('delete from person')
  await pool.query('delete from gateway')
})

afterAll(close)

test('only the owner gets a notice about the answer of a company, once', async () => {
  const [owner, viewer] = [await fixture.insertPerson(), await fixture.insertPerson()]
  const gateway = await fixture.insertGateway(owner, [viewer])
  const contract = await contractOf(gateway, { status: 'PENDING', answeredAt: null })
  await recordAnswerAndExportNotices(dependencies)
  expect(await fixture.noticesOf(owner)).toEqual([])
  await pool.query(`update contract set status = 'DECLINED', answered_at = $2 where id = $1`, [
    contract,
    new Date(fixtureStartMs),
  ])
  await recordAnswerAndExportNotices(dependencies)
  await recordAnswerAndExportNotices(dependencies)
  expect(await events(owner)).toEqual([
    { kind: 'contract-answered', companyType: 'SUPPORT', company: 'Warm & Co', isAccepted: false },
  ])
  expect(await fixture.noticesOf(viewer)).toEqual([])
})

test('an old answer, or one to a previous owner, causes no notice', async () => {
  const owner = await fixture.insertPerson()
  const gateway = await fixture.insertGateway(owner)
  await contractOf(gateway, { status: 'ACTIVE', answeredAt: new Date(fixtureStartMs - 4 * dayMs) })
  await contractOf(await fixture.insertGateway(owner), {
    status: 'ACTIVE',
    answeredAt: new Date(fixtureStartMs - hourMs),
  })
  await recordAnswerAndExportNotices(dependencies)
  expect(await fixture.noticesOf(owner)).toEqual([])
})

test('a new consent text causes a notice for contracts in force, once for each text', async () => {
  const owner = await fixture.insertPerson()
  await contractOf(await fixture.insertGateway(owner), { status: 'ACTIVE', answeredAt: null })
  await contractOf(await fixture.insertGateway(owner), { status: 'DECLINED', answeredAt: null })
  for (const version of ['1', '2', '2', '3']) await recordOutdatedConsentNotices(dependencies, version)
  expect(await fixture.noticesOf(owner)).toEqual(['consent-changed', 'consent-changed'])
})

test('an export causes a notice when all of its files are made, and 3 days before they expire', async () => {
  const owner = await fixture.insertPerson()
  const id = await exportOf(owner, await fixture.insertGateway(owner), [ready(30), { state: 'NOT_READY' }])
  await recordAnswerAndExportNotices(dependencies)
  expect(await fixture.noticesOf(owner)).toEqual([])
  const expiresAt = new Date(fixtureStartMs + 30 * dayMs)
  await pool.query(
    `update data_export_file set state = 'READY', bytes = 1, rows = 1, sha256 = '', ready_at = $2, expires_at = $3
     where export_id = $1 and state = 'NOT_READY'`,
    [id, new Date(fixtureStartMs), expiresAt],
  )
  await recordAnswerAndExportNotices(dependencies)
  await recordAnswerAndExportNotices(dependencies)
  expect(await events(owner)).toEqual([{ kind: 'export-ready', exportId: id, expiresAt: expiresAt.toISOString() }])
  clock.time = fixtureStartMs + 26 * dayMs
  await recordAnswerAndExportNotices(dependencies)
  expect(await fixture.noticesOf(owner)).toEqual(['export-ready'])
  clock.time = fixtureStartMs + 27 * dayMs
  await recordAnswerAndExportNotices(dependencies)
  await recordAnswerAndExportNotices(dependencies)
  expect(await fixture.noticesOf(owner)).toEqual(['export-ready', 'export-expires'])
})

test('an export with a failed file has failed', async () => {
  const owner = await fixture.insertPerson()
  const files = [ready(30), { state: 'ERROR', reason: 'store-full' }]
  const id = await exportOf(owner, await fixture.insertGateway(owner), files)
  await recordAnswerAndExportNotices(dependencies)
  await recordAnswerAndExportNotices(dependencies)
  expect(await events(owner)).toEqual([{ kind: 'export-failed', exportId: id, reason: 'store-full' }])
})

test('the file with all data about a person causes a notice without an appliance, when it is ready and before it expires', async () => {
  const person = await fixture.insertPerson()
  await pool.query(
    `with made as (
       insert into data_export (person_id, from_day, to_day, sources, language, brand, created_at)
       values ($1, '2026-03-15', '2026-03-15', '{PERSON}', 'de', 'birch', $2) returning id)
     insert into data_export_file (export_id, source, name, state, bytes, rows, sha256, expires_at)
     select id, 'PERSON', 'name', 'READY', 1, 1, '', $3 from made`,
    [person, new Date(fixtureStartMs), new Date(fixtureStartMs + 30 * dayMs)],
  )
  for (const _ of [1, 2]) await recordAnswerAndExportNotices(dependencies)
  expect(await fixture.noticesOf(person)).toEqual(['export-ready'])
  const { rows } = await pool.query('select brand, gateway_id from notice where person_id = $1', [person])
  expect(rows).toEqual([{ brand: 'birch', gateway_id: null }])
  clock.time = fixtureStartMs + 27 * dayMs
  await recordAnswerAndExportNotices(dependencies)
  expect(await fixture.noticesOf(person)).toEqual(['export-ready', 'export-expires'])
})

async function events(person: string): Promise<NoticeEvent[]> {
  const { rows } = await pool.query<{ event: NoticeEvent }>('select event from notice where person_id = $1', [person])
  return rows.map(({ event }) => event)
}

async function contractOf(gateway: string, { status, answeredAt }: { status: string; answeredAt: Date | null }) {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
       insert into company (id, name, street, postal_code, city, country, brands, accepts_automatically)
       values (gen_random_uuid(), 'Warm & Co', '{Street 1}', '1', 'City', 'DE', '{cedar}', false) returning id)
     insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language,
       consented_at, created_at, answered_at)
     select $1, 'SUPPORT', id, $2, 'FULL_ACCESS', '1', 'de', $3, $3, $4 from made returning id`,
    [gateway, status, new Date(fixtureStartMs), answeredAt],
  )
  return rows[0]?.id ?? ''
}

type ExportFileRow = { state: string; reason?: string; expiresAt?: Date }

function ready(days: number): ExportFileRow {
  return { state: 'READY', expiresAt: new Date(fixtureStartMs + days * dayMs) }
}

async function exportOf(person: string, gateway: string, files: ExportFileRow[]): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into data_export (gateway_id, person_id, from_day, to_day, sources, language, created_at)
     values ($1, $2, '2026-01-01', '2026-01-02', '{HCC}', 'de', $3) returning id`,
    [gateway, person, new Date(fixtureStartMs)],
  )
  const id = rows[0]?.id ?? ''
  const sources = ['HEATLYTICS', 'RST', 'HCC']
  for (const [index, { state, reason = null, expiresAt = null }] of files.entries())
    await pool.query(
      `insert into data_export_file (export_id, source, name, state, reason, bytes, rows, sha256, expires_at)
       values ($1, $2, 'name', $3, $4, 1, 1, '', $5)`,
      [id, sources[index], state, reason, expiresAt],
    )
  return id
}

import { createHash, randomUUID } from 'node:crypto'
import { PassThrough, Writable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { decodeJwt } from 'jose'
import { formatReceiptFile } from '#contract/receipts.ts'
import { exportSources } from '#contract/data-export.ts'
import { datapoints } from '#contract/datapoints.ts'
import { languages } from '#contract/languages.ts'
import { units } from '#contract/event-bus.ts'
import { insertProgramDailyActs } from '#server/audit/daily/store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeGrantWithReceipt } from '#server/service-changes/consents/grants/grant-changes.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { createTestDatabase } from '#test/database.ts'
import {
  testPackageBrand,
  withLoadedPackage,
  writeTestPackage,
  insertOwnedAppliance,
  parseCsvRecords,
  insertTestReport,
  readTestPackage,
  type InsertedAppliance,
} from '#test/exports/test-package.ts'
import { writePackage, type PackageRequest } from './write-package.ts'

const { pool, close } = await createTestDatabase()
afterAll(close)

const ownerSince = '2026-09-01T12:00:00Z'
let serials = 100

async function appliance(): Promise<InsertedAppliance> {
  return insertOwnedAppliance(pool, String((serials += 1)), ownerSince)
}

function requestOf(insertedAppliance: InsertedAppliance, changes: Partial<PackageRequest> = {}): PackageRequest {
  return {
    ...insertedAppliance,
    ownerSince: new Date(ownerSince),
    fromDay: '2026-09-01',
    toDay: '2026-11-20',
    source: 'HEATLYTICS',
    language: 'de',
    requestedAt: new Date('2026-11-20T10:00:00Z'),
    ...changes,
  }
}

async function exported(insertedAppliance: InsertedAppliance, changes: Partial<PackageRequest> = {}) {
  const { bytes, rows } = await writeTestPackage(pool, requestOf(insertedAppliance, changes))
  return { files: await readTestPackage(bytes), rows, bytes }
}

test('every reading is once in telemetry.csv and once in telemetry.ndjson, by time, then datapoint', async () => {
  const insertedAppliance = await appliance()
  for (let minute = 59; minute >= 0; minute -= 1) {
    for (const unit of units) {
      const ts = new Date(Date.UTC(2026, 9, 5, 0, minute)).toISOString()
      await insertTestReport(pool, insertedAppliance.gatewayId, {
        unit,
        ts,
        values: { zeta: minute, alpha: -1 - minute },
      })
    }
  }
  const { files, rows } = await exported(insertedAppliance)
  const csv = parseCsvRecords(files, 'telemetry.csv')
  expect(rows).toBe(480)
  expect(csv).toHaveLength(480)
  const keys = csv.map(({ ts_utc, datapoint_id }) => `${ts_utc} ${datapoint_id}`)
  expect(keys).toEqual([...new Set(keys)].toSorted())
  expect(csv.filter(({ datapoint_id }) => datapoint_id === 'hc1.alpha').map(({ value }) => Number(value))).toEqual(
    Array.from({ length: 60 }, (_, minute) => -1 - minute),
  )
  const lines = (files.get('telemetry.ndjson') ?? '').trimEnd().split('\n')
  const objects = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(objects.map(({ value, ...rest }) => ({ ...rest, value: String(value) }))).toEqual(csv.map((row) => row))
})

test('a package describes its files, and another library validates them', async () => {
  const insertedAppliance = await appliance()
  await insertTestReport(pool, insertedAppliance.gatewayId, {
    unit: 'hc1',
    ts: '2026-10-05T00:00:00.123Z',
    values: { roomTemperature: -1.5, operationMode: 'comfort' },
  })
  await insertTestReport(pool, insertedAppliance.gatewayId, {
    unit: 'status',
    ts: '2026-10-05T00:00:01Z',
    values: { gatewayStatus: 'ERROR', faultCode: 'E105', heatDemand: true },
  })
  for (const source of exportSources) {
    const { files } = await exported(insertedAppliance, { source })
    await withLoadedPackage(files, async (read) => {
      expect(read.errors).toEqual([])
      expect(read.valid).toBe(true)
      for (const resource of read.resources.filter(({ tabular }) => tabular)) {
        expect(await resource.read({ keyed: true })).toHaveLength(parseCsvRecords(files, resource.name).length)
      }
    })
    expect(files.get('README.html')).toContain('Oak &#38; Co')
  }
})

test('the manifest and the description have the digest of each file', async () => {
  const { files } = await exported(await appliance(), { source: 'HCC' })
  const digest = (path: string) =>
    createHash('sha256')
      .update(files.get(path) ?? '')
      .digest('hex')
  const others = [...files.keys()].filter((path) => path !== 'manifest.sha256')
  expect(files.get('manifest.sha256')).toBe(others.map((path) => `${digest(path)}  ${path}\n`).join(''))
  type Resource = { path: string; bytes: number; hash: string }
  const { resources } = JSON.parse(files.get('datapackage.json') ?? '') as { resources: Resource[] }
  expect(resources.map(({ path }) => path)).toEqual(others.filter((path) => path !== 'datapackage.json'))
  for (const { path, bytes, hash } of resources) {
    expect({ bytes, hash }).toEqual({ bytes: Buffer.byteLength(files.get(path) ?? ''), hash: `sha256:${digest(path)}` })
  }
})

test('a repeated request for a past range has the same bytes', async () => {
  const insertedAppliance = await appliance()
  await insertTestReport(pool, insertedAppliance.gatewayId, {
    unit: 'hc1',
    ts: '2026-10-05T00:00:00Z',
    values: { roomTemperature: 20 },
  })
  for (const source of exportSources) {
    const past = { source, toDay: '2026-11-01' }
    const before = await writeTestPackage(pool, requestOf(insertedAppliance, past))
    const again = await writeTestPackage(
      pool,
      requestOf(insertedAppliance, { ...past, requestedAt: new Date('2026-11-21T09:00:00Z') }),
    )
    expect(again.bytes.equals(before.bytes)).toBe(true)
  }
})

test('a reading whose time is after its reception is not lost: it belongs to its day', async () => {
  const insertedAppliance = await appliance()
  const said = { unit: 'hc1', values: { roomTemperature: 20 }, receivedAt: '2026-11-20T09:59:59Z' } as const
  await insertTestReport(pool, insertedAppliance.gatewayId, { ...said, ts: '2026-11-20T10:00:30Z' })
  await insertTestReport(pool, insertedAppliance.gatewayId, { ...said, ts: '2026-11-21T00:00:00Z' })
  await insertTestReport(pool, insertedAppliance.gatewayId, {
    ...said,
    ts: '2026-11-20T10:00:31Z',
    receivedAt: '2026-11-20T10:00:32Z',
  })
  const { files, rows } = await exported(insertedAppliance)
  expect(parseCsvRecords(files, 'telemetry.csv').map(({ ts_utc }) => ts_utc)).toEqual(['2026-11-20T10:00:30.000Z'])
  expect(rows).toBe(1)
})

test('the same request over the same data has the same bytes, even after later reports', async () => {
  const insertedAppliance = await appliance()
  const values = { roomTemperature: 20 }
  await insertTestReport(pool, insertedAppliance.gatewayId, { unit: 'hc1', ts: '2026-10-05T00:00:00Z', values })
  for (const source of exportSources) {
    const request = requestOf(insertedAppliance, { source })
    const before = await writeTestPackage(pool, request)
    await insertTestReport(pool, insertedAppliance.gatewayId, {
      unit: 'hc1',
      ts: new Date(Date.UTC(2026, 9, 6) + serials).toISOString(),
      receivedAt: '2026-11-20T10:00:00.001Z',
      values,
    })
    const zone = process.env['TZ']
    process.env['TZ'] = 'Asia/Tokyo'
    const after = await writeTestPackage(pool, request)
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    expect(after.bytes.equals(before.bytes)).toBe(true)
    serials += 1
  }
})

test('nothing is from before the ownership, nor from outside the days', async () => {
  const insertedAppliance = await appliance()
  const moments = {
    before: '2026-09-01T11:59:59.999Z',
    first: '2026-09-01T12:00:00Z',
    last: '2026-11-03T23:59:59.999Z',
    after: '2026-11-04T00:00:00Z',
  }
  for (const [name, ts] of Object.entries(moments)) {
    await insertTestReport(pool, insertedAppliance.gatewayId, {
      unit: 'status',
      ts,
      values: { gatewayStatus: 'ERROR', faultCode: name },
    })
  }
  const days = { fromDay: '2026-08-01', toDay: '2026-11-03' }
  const telemetry = (await exported(insertedAppliance, days)).files
  const codes = parseCsvRecords(telemetry, 'telemetry.csv').filter(
    ({ datapoint_id }) => datapoint_id === 'status.faultCode',
  )
  expect(codes.map(({ value }) => value)).toEqual(['first', 'last'])
  const events = (await exported(insertedAppliance, { ...days, source: 'RST' })).files
  expect(parseCsvRecords(events, 'events.csv')).toMatchObject([
    { fault_code: 'first', started_utc: '2026-09-01T12:00:00.000Z', ended_utc: '2026-11-03T23:59:59.999Z' },
    { fault_code: 'last', ended_utc: '2026-11-04T00:00:00.000Z' },
  ])
  for (const [path, text] of [...telemetry, ...events]) expect(text, path).not.toContain('before,')
  expect(JSON.parse(telemetry.get('exclusions.json') ?? '')).toMatchObject({
    excluded: expect.arrayContaining([
      expect.objectContaining({ what: 'everything from before this ownership', basis: 'Article 4(12)' }),
    ]) as unknown,
  })
})

test('an empty window is a valid package, and gaps.csv has the reasons', async () => {
  const insertedAppliance = await appliance()
  const { files, rows } = await exported(insertedAppliance, { fromDay: '2026-10-01', toDay: '2026-10-02' })
  expect(rows).toBe(0)
  expect(files.get('telemetry.csv')).toBe('ts_utc,datapoint_id,value,unit,quality\r\n')
  const gaps = parseCsvRecords(files, 'gaps.csv')
  expect(gaps).toHaveLength(2 * datapoints.length)
  expect(new Set(gaps.map(({ reason }) => reason))).toEqual(new Set(['offline']))
  await withLoadedPackage(files, async ({ valid }) => expect(valid).toBe(true))
  const beforeOwner = await exported(insertedAppliance, { fromDay: '2026-07-01', toDay: '2026-07-02' })
  expect(beforeOwner.rows).toBe(0)
  await withLoadedPackage(beforeOwner.files, async ({ valid }) => expect(valid).toBe(true))
})

test('hostile values are exported unchanged, and never as a formula', async () => {
  const insertedAppliance = await appliance()
  const values = {
    a: '=HYPERLINK("http://evil.example","x")',
    b: 'line\r\nbreak, "quoted"',
    c: '🔥 žluťoučký',
    d: 1e308,
    e: { nested: ['=1', 2] },
    f: '',
    g: null,
    h: -0.5,
    '=x,"\r\n': 'key',
    __proto__x: true,
  }
  await insertTestReport(pool, insertedAppliance.gatewayId, { unit: 'dhw1', ts: '2026-10-05T00:00:00Z', values })
  const { files } = await exported(insertedAppliance)
  const csv = Object.fromEntries(
    parseCsvRecords(files, 'telemetry.csv').map(({ datapoint_id = '', value }) => [datapoint_id, value]),
  )
  expect(csv).toEqual({
    'dhw1.a': `'${values.a}`,
    'dhw1.b': values.b,
    'dhw1.c': values.c,
    'dhw1.d': '1e+308',
    'dhw1.e': '{"nested":["=1",2]}',
    'dhw1.f': '',
    'dhw1.g': '',
    'dhw1.h': '-0.5',
    'dhw1.=x,"\r\n': 'key',
    'dhw1.__proto__x': 'true',
  })
  const lines = (files.get('telemetry.ndjson') ?? '').trimEnd().split('\n')
  const objects = lines.map((line) => JSON.parse(line) as { datapoint_id: string; value: unknown })
  expect(Object.fromEntries(objects.map(({ datapoint_id, value }) => [datapoint_id.slice(5), value]))).toEqual(values)
})

test('access.csv has every consent of the ownership, and its access', async () => {
  const insertedAppliance = await appliance()
  await pool.query(
    `insert into company (id, name, street, postal_code, city, country, brands, accepts_automatically)
     values (gen_random_uuid(), E'=Heizung,\\r\\n\\x1b"Groß"', '{Ring 1}', '10115', 'Berlin', 'DE', '{oak}', true)`,
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language,
       consented_at, consented_by, created_at)
     select $1, 'SUPPORT', id, 'ACTIVE', 'FULL_ACCESS', '1', 'de', '2026-09-02T00:00:00Z', $2, '2026-09-02T00:00:00Z'
     from company limit 1 returning id`,
    [insertedAppliance.gatewayId, insertedAppliance.personId],
  )
  const contract = rows[0]?.id
  await pool.query(
    `update contract set consent_version = '2', consented_at = '2026-10-01T00:00:00Z', consented_by = null where id = $1`,
    [contract],
  )
  await pool.query(`update contract set ended_at = '2026-12-01T00:00:00Z' where id = $1`, [contract])
  const { files, rows: count } = await exported(insertedAppliance, { source: 'RST' })
  expect(count).toBe(3)
  expect(parseCsvRecords(files, 'access.csv')).toMatchObject([
    {
      party: `'=Heizung, "Groß"`,
      consent_version: '1',
      consent_given_by: 'owner',
      access_from_utc: '2026-09-02T00:00:00.000Z',
      access_to_utc: '2026-10-01T00:00:00.000Z',
    },
    {
      consent_version: '2',
      consent_given_by: 'unknown',
      contract_ended_utc: '',
      access_from_utc: '2026-10-01T00:00:00.000Z',
      access_to_utc: '',
    },
    { record: 'person', party: 'exporting person', role: 'OWNER', access_to_utc: '' },
  ])
})

test('access.csv has the people with their roles and the views, with numbers instead of names', async () => {
  const insertedAppliance = await appliance()
  const people = [randomUUID(), randomUUID()]
  for (const id of people)
    await pool.query(
      `insert into person (id, issuer, subject, first_name, email) values ($1::uuid, 'https://i.example', $1::uuid::text, 'Vera', 'vera@example.com')`,
      [id],
    )
  const [viewer, left] = people
  await pool.query(
    `insert into connection (person_id, gateway_id, added_at, ends_at) values ($1, $2, '2026-10-01T00:00:00Z', '2027-10-01T00:00:00Z')`,
    [viewer, insertedAppliance.gatewayId],
  )
  await pool.query(
    `insert into audit (at, actor, action, person_id, person_name, gateway_id, details, outcome) values
       ('2026-10-02T00:00:00Z', 'person', 'access-given', $2::uuid, 'Vera', $3, jsonb_build_object('person', $2::uuid, 'role', 'VIEWER'), 'done'),
       ('2026-10-03T00:00:00Z', 'person', 'history-viewed', $1, 'Vera', $3, '{}', 'done'),
       ('2026-10-04T00:00:00Z', 'person', 'values-viewed', null, null, $3, '{}', 'done'),
       ('2026-10-04T00:00:00Z', 'operator', 'gateway-show', null, null, $3, '{}', 'done'),
       ('2026-10-05T00:00:00Z', 'person', 'access-left', $2::uuid, 'Vera', $3, jsonb_build_object('person', $2::uuid), 'done'),
       ('2025-10-05T00:00:00Z', 'person', 'history-viewed', $1, 'Vera', $3, '{}', 'done')`,
    [viewer, left, insertedAppliance.gatewayId],
  )
  const { files } = await exported(insertedAppliance, { source: 'RST' })
  const rows = parseCsvRecords(files, 'access.csv')
  expect(files.get('access.csv')).not.toMatch(/Vera|example/u)
  expect(rows.filter(({ record }) => record === 'person')).toMatchObject([
    { party: 'exporting person', role: 'OWNER' },
    {
      party: 'person 1',
      role: 'VIEWER',
      access_from_utc: '2026-10-01T00:00:00.000Z',
      access_to_utc: '2027-10-01T00:00:00.000Z',
    },
    {
      party: 'person 2',
      role: 'VIEWER',
      access_from_utc: '2026-10-02T00:00:00.000Z',
      access_to_utc: '2026-10-05T00:00:00.000Z',
    },
  ])
  expect(
    rows.filter(({ record }) => record === 'view').map((row) => [row['party'], row['viewed'], row['viewed_utc']]),
  ).toEqual([
    ['person 1', 'history', '2026-10-03T00:00:00.000Z'],
    ['erased person', 'values', '2026-10-04T00:00:00.000Z'],
    ['operator', 'status', '2026-10-04T00:00:00.000Z'],
  ])
})

test('access.csv has the grants of third parties with what they read, and the receipts are files of the package', async () => {
  const insertedAppliance = await appliance()
  const { gatewayId, personId } = insertedAppliance
  const { rows: clients } = await pool.query<{ id: string }>(
    `insert into partner_client (name, company_name, contact_email, redirect_uris, state, terms_version, created_at)
     values ('Warm Advice', 'Warm GmbH', 'a@example.com', '{}', 'approved', '1', now()) returning id`,
  )
  const clientId = clients[0]?.id ?? ''
  const other = await appliance()
  const dependencies = { bus: { publish: async () => {} }, recordReceipt: createTestReceiptRecorder().record }
  const give = async (who: string, day: string) =>
    inTransaction(pool, async (transaction) =>
      storeGrantWithReceipt(transaction, dependencies, {
        clientId,
        applianceId: gatewayId,
        isTest: false,
        personId: who,
        authorizationId: day,
        datatypes: ['status', 'history'],
        historyMonths: 1,
        purpose: 'maintenance',
        createdAt: new Date(`${day}T00:00:00Z`),
        endsAt: new Date('2027-01-01T00:00:00Z'),
        shown: null,
      }),
    )
  await give(personId, '2026-10-15')
  await give(personId, '2026-11-01')
  await pool.query('insert into connection (person_id, gateway_id, added_at, co_owner_since) values ($1, $2, $3, $3)', [
    other.personId,
    gatewayId,
    new Date('2026-10-20T00:00:00Z'),
  ])
  await give(other.personId, '2026-11-02')
  await insertProgramDailyActs(pool, [
    { gatewayId, clientId, kind: 'history-viewed', since: ownerSince, at: new Date('2026-11-03T00:00:00Z') },
  ])
  const { files, bytes } = await exported(insertedAppliance, { source: 'RST' })
  const rows = parseCsvRecords(files, 'access.csv')
  const party = 'Warm Advice, Warm GmbH'
  const shared = { record: 'grant', party, shared_data: 'status history', purpose: 'maintenance' }
  expect(rows.filter((row) => row['record'] === 'grant')).toMatchObject([
    {
      ...shared,
      consent_given_by: 'owner',
      access_from_utc: '2026-10-15T00:00:00.000Z',
      access_to_utc: '2026-11-01T00:00:00.000Z',
      shared_from_utc: '2026-09-15T00:00:00.000Z',
    },
    { ...shared, consent_given_by: 'owner', access_to_utc: '2027-01-01T00:00:00.000Z' },
    { ...shared, consent_given_by: 'other person', shared_from_utc: '2026-10-20T00:00:00.000Z' },
  ])
  expect(rows.find((row) => row['record'] === 'view')).toMatchObject({ party: 'Warm Advice', viewed: 'history' })
  const receipts = [...files].filter(([path]) => path.startsWith('receipts/'))
  expect(receipts.map(([path]) => path.replace(/-[\da-f]{8}\.json$/u, '')).toSorted()).toEqual([
    'receipts/2026-10-15-given',
    'receipts/2026-11-01-given',
    'receipts/2026-11-01-withdrawn',
  ])
  for (const [, content] of receipts) {
    const { jws } = JSON.parse(content) as { jws: string }
    expect(content).toBe(formatReceiptFile(jws, decodeJwt(jws)))
  }
  expect(files.get('README.html')).toContain('<dt>receipts/</dt>')
  await withLoadedPackage(files, async (read) => expect(read.errors).toEqual([]))
  const again = await writeTestPackage(pool, requestOf(insertedAppliance, { source: 'RST' }))
  expect(again.bytes.equals(bytes)).toBe(true)
})

test('an export of a co-owner names their own role', async () => {
  const insertedAppliance = await appliance()
  await pool.query('update connection set co_owner_since = owner_since, owner_since = null where gateway_id = $1', [
    insertedAppliance.gatewayId,
  ])
  const { files } = await exported(insertedAppliance, { source: 'HCC' })
  expect(JSON.parse(files.get('connection.json') ?? '')).toMatchObject({ claim: { role: 'co-owner' } })
})

test('the data of the connection names only the owner', async () => {
  const insertedAppliance = await appliance()
  const other = await appliance()
  await pool.query(`insert into address values ($1, '{Seeweg 7}', '88045', 'Friedrichshafen', 'DE')`, [
    insertedAppliance.gatewayId,
  ])
  await pool.query(
    `insert into service_event (gateway_id, at, kind, person_id) values
       ($1, '2026-08-01T00:00:00Z', 'address-added', $3), ($1, '2026-09-03T00:00:00Z', 'address-added', $2),
       ($1, '2026-09-04T00:00:00Z', 'address-changed', $3), ($1, '2026-11-21T00:00:00Z', 'address-erased', $2)`,
    [insertedAppliance.gatewayId, insertedAppliance.personId, other.personId],
  )
  await pool.query(
    `insert into status_change (gateway_id, at, status) values ($1, '2026-08-01T00:00:00Z', 'ERROR'),
       ($1, '2026-09-02T00:00:00Z', 'ONLINE'), ($1, '2026-09-03T00:00:00Z', 'OFFLINE')`,
    [insertedAppliance.gatewayId],
  )
  await pool.query(`update connection set name = 'Cellar' where gateway_id = $1`, [insertedAppliance.gatewayId])
  const { files, rows } = await exported(insertedAppliance, { source: 'HCC' })
  expect(rows).toBe(5)
  expect(JSON.parse(files.get('connection.json') ?? '')).toMatchObject({
    appliance: { id: insertedAppliance.gatewayId, type: 'rrc1' },
    claim: { role: 'owner', name: 'Cellar', ownerSince: '2026-09-01T12:00:00.000Z' },
    address: { street: ['Seeweg 7'], postalCode: '88045', city: 'Friedrichshafen', country: 'DE' },
  })
  expect(parseCsvRecords(files, 'settings.csv')).toEqual([
    { at_utc: '2026-09-03T00:00:00.000Z', event: 'address-added', changed_by: 'owner', party: '' },
    { at_utc: '2026-09-04T00:00:00.000Z', event: 'address-changed', changed_by: 'other person', party: '' },
  ])
  expect(parseCsvRecords(files, 'status.csv')).toEqual([
    { started_utc: '2026-09-02T00:00:00.000Z', ended_utc: '2026-09-03T00:00:00.000Z', status: 'ONLINE' },
    { started_utc: '2026-09-03T00:00:00.000Z', ended_utc: '', status: 'OFFLINE' },
  ])
  for (const [path, text] of files) expect(text, path).not.toContain(other.personId)
})

test.each(exportSources)('a package of %s has the name that its owner gave the appliance', async (source) => {
  const insertedAppliance = await appliance()
  const inDescriptor = ({ files }: { files: ReadonlyMap<string, string> }) =>
    JSON.parse(files.get('datapackage.json') ?? '') as unknown
  const unnamed = await exported(insertedAppliance, { source })
  expect(inDescriptor(unnamed)).toMatchObject({ appliance: { name: null } })
  await pool.query(`update connection set name = 'Cellar <b>' where gateway_id = $1`, [insertedAppliance.gatewayId])
  const named = await exported(insertedAppliance, { source })
  expect(inDescriptor(named)).toMatchObject({ appliance: { name: 'Cellar <b>' } })
  expect(named.files.get('README.html')).toContain(' (<bdi>Cellar &#60;b&#62;</bdi>)')
})

test.each(languages)('the read-me is in %s and English', async (language) => {
  const { files } = await exported(await appliance(), { source: 'HCC', language })
  const text = files.get('README.html') ?? ''
  expect(text).toContain(`<article lang="${language}">`)
  expect(text).toContain('<article lang="en">')
  expect(text).not.toMatch(/\{\w+\}/u)
  const explained = [...text.matchAll(/<dt>(.*)<\/dt>/gu)].map(([, path]) => path)
  expect(new Set(explained)).toEqual(new Set([...files.keys()].filter((path) => path !== 'README.html')))
})

test('the read-me of a Swiss owner has no ß', async () => {
  const insertedAppliance = await appliance()
  const readMeIn = async (country: 'CH' | 'DE') => {
    await pool.query('update person set country = $2 where id = $1', [insertedAppliance.personId, country])
    return (await exported(insertedAppliance, { source: 'HCC', language: 'de' })).files.get('README.html')
  }
  expect(await readMeIn('CH')).not.toContain('ß')
  expect(await readMeIn('DE')).toContain('ß')
})

test('a full disk, a stop and an ended claim each fail, and release the connection', async () => {
  const insertedAppliance = await appliance()
  for (let second = 0; second < 600; second += 1) {
    const ts = new Date(Date.UTC(2026, 9, 5) + second * 1000).toISOString()
    await insertTestReport(pool, insertedAppliance.gatewayId, { unit: 'hc1', ts, values: { text: ts.repeat(50) } })
  }
  const parts = { pool, brandOf: () => testPackageBrand, onDamaged: () => {} }
  const calm = { onProgress: () => {}, signal: new AbortController().signal }
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC')) })
  await expect(writePackage(parts, requestOf(insertedAppliance), { ...calm, output: full })).rejects.toThrow('ENOSPC')
  const ending = new AbortController()
  const output = new PassThrough()
  output.resume()
  const target = { output, signal: ending.signal, onProgress: () => ending.abort(new Error('Enough')) }
  await expect(writePackage(parts, requestOf(insertedAppliance), target)).rejects.toThrow(/Enough|abort/u)
  expect(output.destroyed).toBe(true)
  await pool.query('delete from connection where person_id = $1', [insertedAppliance.personId])
  await expect(
    writePackage(parts, requestOf(insertedAppliance), { ...calm, output: new PassThrough() }),
  ).rejects.toThrow('no more')
  expect(pool.idleCount).toBe(pool.totalCount)
})

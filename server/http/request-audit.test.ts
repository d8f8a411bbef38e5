import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable, Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { Refusal } from './refusals.ts'
import { isAuditedEndpoint } from './request-audit.ts'
import { createTestApi, createTestAudit, testIssuer, testPersonId } from '#test/test-api.ts'

const lines: string[] = []
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
/** The content of a file of which only the first half arrives. */
const half = new Readable({ read: () => undefined })
half.push(Buffer.alloc(1_000))
const id = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const companyId = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55'
const requestAudit = createTestAudit()
const { trail } = requestAudit
// The log level is above the level of an audit line. Audit lines are written at any level.
const { app, send } = await createTestApi(
  (add, addFile) => {
    addFile(api.downloadDataExport, async () => ({
      name: 'package.zip',
      bytes: 1_000_000,
      sha256: '00'.repeat(32),
      mediaType: 'application/zip',
      openRange: async () => half,
    }))
    add(api.listConnections, async () => ({ items: [], total: 0 }))
    add(api.addConnection, async ({ body }) => {
      body()
      throw new Refusal('credentials-rejected')
    })
    add(api.deleteConnection, async () => undefined)
    add(api.endContract, async () => undefined)
  },
  { audit: requestAudit },
  pino({ level: 'error' }, sink),
)

beforeEach(() => {
  lines.splice(0)
  trail.records.splice(0)
})

afterAll(async () => app.close())

/** Sends a request. Returns its log line and its audit record. */
async function auditOf(request: Parameters<typeof send>[0]) {
  await send({ address: '192.0.2.7', headers: { cookie: session }, ...request })
  const audits = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'audit')
  expect(audits).toHaveLength(1)
  expect(typeof audits[0]?.['reqId']).toBe('string')
  return { line: audits[0]?.['audit'], record: trail.records[0], reqId: audits[0]?.['reqId'] }
}

const session = '0123456789abcdef'
const person = { issuer: testIssuer, subject: 'anna' }
const codes = { access: 'ABCD1234efgh5678', userPwd: 'secret-pw' }
const claim = { type: 'rrc1', credentials: { serial: '123-456-789', ...codes }, brands: ['cedar'] }

test('a change of access to an appliance leaves one record with person, session, gateway, outcome and request', async () => {
  const facts = { actor: 'person', action: 'deleteConnection', session, gatewayId: id, outcome: 'done' }
  const { line, record, reqId } = await auditOf({ as: 'anna', method: 'DELETE', url: `/api/2/connections/${id}` })
  expect(line).toEqual({ ...facts, personId: testPersonId, address: '192.0.2.7', person })
  expect(record).toEqual({
    ...facts,
    personId: testPersonId,
    operator: null,
    serial: null,
    details: {},
    requestId: reqId,
    address: '192.0.2.7',
  })
})

test('a contract has its company in the record', async () => {
  const url = api.endContract.path.replace(':gatewayId', id).replace(':companyId', companyId)
  const { line, record } = await auditOf({ as: 'anna', method: api.endContract.method, url })
  expect(line).toMatchObject({ action: 'endContract', gatewayId: id, companyId, outcome: 'done' })
  expect(record?.details).toEqual({ companyId })
})

test('a refusal also leaves a record, with its kind and without a secret', async () => {
  const { line } = await auditOf({ as: 'anna', method: 'POST', url: '/api/2/connections', body: claim })
  expect(line).toMatchObject({ action: 'addConnection', person, serial: '123456789', outcome: 'credentials-rejected' })
  expect(trail.records).toMatchObject([{ serial: '123456789', outcome: 'credentials-rejected' }])
  expect(lines.join('') + JSON.stringify(trail.records)).not.toMatch(/ABCD1234efgh5678|secret-pw/u)
})

test('codes typed into the field of the serial number are not written', async () => {
  const body = { ...claim, credentials: { ...codes, serial: codes.access } }
  const { record } = await auditOf({ as: 'anna', method: 'POST', url: '/api/2/connections', body })
  expect(record).toMatchObject({ serial: null, outcome: 'rule-broken' })
  expect(lines.join('')).not.toContain(codes.access)
})

test('a path segment that is not an id may be a secret, and is not written', async () => {
  await send({ as: 'anna', method: 'DELETE', url: '/api/2/connections/a-secret' })
  expect(trail.records).toMatchObject([{ action: 'deleteConnection', gatewayId: null, details: {} }])
  expect(lines.join('')).not.toContain('a-secret')
})

test('a request without the scope leaves a record', async () => {
  const { record } = await auditOf({
    as: 'anna-without-gateway.removal',
    method: 'DELETE',
    url: `/api/2/connections/${id}`,
  })
  expect(record).toMatchObject({ personId: testPersonId, gatewayId: id, outcome: 'insufficient-scope' })
})

test('a request without a valid token leaves only a log line, so that it cannot fill the table', async () => {
  const { line } = await auditOf({ method: 'DELETE', url: `/api/2/connections/${id}` })
  expect(line).toMatchObject({ action: 'deleteConnection', person: null, gatewayId: id, outcome: 'unauthenticated' })
  expect(trail.records).toEqual([])
})

test('a body that cannot be read leaves a record', async () => {
  const { record } = await auditOf({ as: 'anna', method: 'POST', url: '/api/2/connections', body: '{' })
  expect(record).toMatchObject({ action: 'addConnection', outcome: 'malformed' })
})

test('each refusal names person, session and request in the log', async () => {
  const loud = await createTestApi(
    (add) => add(api.readConnection, async () => Promise.reject(new Refusal('not-found'))),
    {},
    pino({ level: 'info' }, sink),
  )
  await loud.send({ as: 'anna', url: `/api/2/connections/${id}`, headers: { cookie: session } })
  await loud.app.close()
  const logged = lines.map((line) => JSON.parse(line) as object)
  expect(logged).toMatchObject([{ msg: 'request refused', refusal: 'not-found', person, session }])
  expect(logged[0]).toHaveProperty('reqId')
})

test.each([
  ['not-owner', 1],
  ['too-many-requests', 1],
  ['not-found', 0],
] as const)('a read that is refused with %s leaves %d records', async (kind, records) => {
  const audit = createTestAudit()
  const reading = await createTestApi(
    (add) => add(api.listDataExports, async () => Promise.reject(new Refusal(kind))),
    {
      audit,
    },
  )
  await reading.send({ as: 'anna', url: api.listDataExports.path.replace(':applianceId', id) })
  await reading.app.close()
  expect(audit.trail.records.map(({ outcome }) => outcome)).toEqual(records === 0 ? [] : [kind])
})

test('an act whose record cannot be written does not happen', async () => {
  const audit = createTestAudit()
  const done: string[] = []
  const broken = { ...audit, trail: { ...audit.trail, begin: async () => Promise.reject(new Error('no disk')) } }
  const portal = await createTestApi((add) => add(api.deleteConnection, async () => void done.push('removed')), {
    audit: broken,
  })
  const answer = await portal.send({ as: 'anna', method: 'DELETE', url: `/api/2/connections/${id}` })
  await portal.app.close()
  expect([answer.statusCode, done]).toEqual([500, []])
})

test('a completed act is answered as done, even if its outcome cannot be written', async () => {
  const audit = createTestAudit()
  const broken = { ...audit, trail: { ...audit.trail, end: async () => Promise.reject(new Error('no disk')) } }
  const portal = await createTestApi((add) => add(api.deleteConnection, async () => undefined), { audit: broken })
  const answer = await portal.send({ as: 'anna', method: 'DELETE', url: `/api/2/connections/${id}` })
  await portal.app.close()
  expect([answer.statusCode, audit.trail.records[0]?.outcome]).toEqual([204, 'begun'])
})

// An endpoint counts as an act unless it only reads. This test lists the exceptions.
test('every change and every download of the contract is an act', () => {
  const readings = Object.entries(api).filter(([, endpoint]) => !isAuditedEndpoint(endpoint))
  const changing = readings.filter(([, { method }]) => method !== 'GET').map(([name]) => name)
  expect(changing.toSorted()).toEqual(['subscribe', 'unsubscribe', 'writeClientLog'])
  expect(
    Object.values(api)
      .filter(({ answer }) => answer === 'file')
      .every(isAuditedEndpoint),
  ).toBe(true)
})

test('a download that is broken off half-way has that outcome', async () => {
  const url = api.downloadDataExport.path.replace(':applianceId', id).replace(':fileId', companyId)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const request = get(`${origin}${url}`, { headers: { authorization: 'Bearer anna' } })
  request.on('error', () => undefined)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await once(answer, 'data')
  request.destroy()
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  const { audit } = JSON.parse(lines[0] ?? '') as { audit: object }
  const file = { gatewayId: id, fileId: companyId }
  const facts = { actor: 'person', personId: testPersonId, person, address: '127.0.0.1' }
  expect(audit).toEqual({ action: 'downloadDataExport', ...facts, ...file, outcome: 'broken-off' })
  expect(trail.records).toMatchObject([{ outcome: 'broken-off' }])
})

test('reads leave no record', async () => {
  await send({ as: 'anna', url: '/api/2/connections' })
  expect([lines, trail.records]).toEqual([[], []])
})

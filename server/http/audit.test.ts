import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable, Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { Refusal } from './refusals.ts'
import { testApi, testIssuer } from './testing.ts'

const lines: string[] = []
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
/** A file whose second half does not come. */
const half = new Readable({ read: () => undefined })
half.push(Buffer.alloc(1_000))
const id = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const companyId = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55'
// Above the level of an audit line: it is written all the same.
const { app, send } = await testApi(
  (add, addFile) => {
    addFile(api.downloadDataExport, async () => ({
      name: 'package.zip',
      bytes: 1_000_000,
      sha256: '00'.repeat(32),
      mediaType: 'application/zip',
      read: async () => half,
    }))
    add(api.listConnections, async () => ({ items: [], total: 0 }))
    add(api.addConnection, async ({ body }) => {
      body()
      throw new Refusal('credentials-rejected')
    })
    add(api.deleteConnection, async () => undefined)
    add(api.endContract, async () => undefined)
  },
  undefined,
  pino({ level: 'error' }, sink),
)

beforeEach(() => void lines.splice(0))

afterAll(async () => app.close())

async function auditOf(request: Parameters<typeof send>[0]): Promise<unknown> {
  await send({ address: '192.0.2.7', ...request })
  expect(lines).toHaveLength(1)
  const { audit, msg, reqId } = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  expect([msg, typeof reqId]).toEqual(['audit', 'string'])
  return audit
}

const person = { issuer: testIssuer, subject: 'anna' }
const codes = { access: 'ABCD1234efgh5678', userPwd: 'secret-pw' }
const claim = { type: 'rrc1', credentials: { serial: '123-456-789', ...codes }, brands: ['cedar'] }

test('what changes who has an appliance leaves one line with person, gateway, outcome and request', async () => {
  expect(await auditOf({ as: 'anna', method: 'DELETE', url: `/api/2/connections/${id}` })).toEqual({
    action: 'removal',
    person,
    gateway: id,
    outcome: 'done',
    address: '192.0.2.7',
  })
})

test('a contract names its company', async () => {
  const url = api.endContract.path.replace(':gatewayId', id).replace(':companyId', companyId)
  const audit = await auditOf({ as: 'anna', method: api.endContract.method, url })
  expect(audit).toMatchObject({ action: 'contract-end', gateway: id, company: companyId, outcome: 'done' })
})

test('a refusal leaves its line too, with its kind and without a secret', async () => {
  const audit = await auditOf({ as: 'anna', method: 'POST', url: '/api/2/connections', body: claim })
  expect(audit).toMatchObject({ action: 'claim', person, gateway: '123456789', outcome: 'credentials-rejected' })
  expect(lines.join('')).not.toMatch(/ABCD1234efgh5678|secret-pw/u)
})

test('codes that were typed where the serial number belongs are not written', async () => {
  const body = { ...claim, credentials: { ...codes, serial: codes.access } }
  expect(await auditOf({ as: 'anna', method: 'POST', url: '/api/2/connections', body })).toMatchObject({
    gateway: null,
    outcome: 'rule-broken',
  })
  expect(lines.join('')).not.toContain(codes.access)
})

test.each([
  ['without a token', {}, null, 'unauthenticated'],
  ['without the scope', { as: 'anna-without-gateway.removal' }, person, 'insufficient-scope'],
])('a request %s leaves a line', async (...[, as, whose, outcome]) => {
  const audit = await auditOf({ ...as, method: 'DELETE', url: `/api/2/connections/${id}` })
  expect(audit).toMatchObject({ action: 'removal', person: whose, gateway: id, outcome })
})

test('a download that is broken off half-way says so', async () => {
  const url = api.downloadDataExport.path.replace(':applianceId', id).replace(':fileId', companyId)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const request = get(`${origin}${url}`, { headers: { authorization: 'Bearer anna' } })
  request.on('error', () => undefined)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await once(answer, 'data')
  request.destroy()
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  const { audit } = JSON.parse(lines[0] ?? '') as { audit: object }
  const file = { gateway: id, file: companyId }
  expect(audit).toEqual({ action: 'export-download', person, ...file, outcome: 'broken-off', address: '127.0.0.1' })
})

test('reading leaves none', async () => {
  await send({ as: 'anna', url: '/api/2/connections' })
  expect(lines).toEqual([])
})

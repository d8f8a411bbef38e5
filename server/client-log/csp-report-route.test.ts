import { Writable } from 'node:stream'
import { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { createAddressLimit, createKeyLimit } from '#server/http/rate-limit.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { addCspReportRoute, cspReportTotalRateLimit, cspReportAddressRateLimit } from './csp-report-route.ts'

const lines: string[] = []
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
const log: FastifyBaseLogger = pino({ level: 'warn' }, sink)
const database = await createTestDatabase()
const apps: FastifyInstance[] = []
let registry: Registry
let app: FastifyInstance

beforeEach(async () => {
  lines.splice(0)
  await database.pool.query('truncate rate_limit')
  registry = new Registry()
  app = await createApplicationWithoutRoutes({ log, trustedProxies: [] })
  addCspReportRoute(app, {
    log,
    registry,
    limit: createAddressLimit(database.pool, cspReportAddressRateLimit),
    limitInAll: createKeyLimit(database.pool, cspReportTotalRateLimit),
  })
  apps.push(app)
})

afterAll(async () => {
  await Promise.all(apps.map(async (each) => each.close()))
  await database.close()
})

const violation = {
  documentURL: 'https://portal.example/appliances?companyId=private#top',
  referrer: 'https://mail.example/inbox',
  blockedURL: 'https://user:pw@evil.example/track/me?who=ada&token=abc',
  effectiveDirective: 'script-src-elem',
  originalPolicy: "default-src 'none'",
  sourceFile: 'https://portal.example/assets/main-1.js?v=secret',
  sample: 'alert(document.cookie)',
  disposition: 'enforce',
  statusCode: 200,
  lineNumber: 1,
  columnNumber: 2,
}

const report = (changes: object = {}) => ({
  type: 'csp-violation',
  age: 5,
  url: violation.documentURL,
  user_agent: 'Mozilla/5.0',
  body: { ...violation, ...changes },
})

const reportToUri = {
  'document-uri': 'https://portal.example/info',
  referrer: '',
  'violated-directive': "script-src 'self'",
  'effective-directive': 'script-src',
  'original-policy': "default-src 'none'",
  'blocked-uri': 'inline',
  'status-code': 200,
}

const reportsType = 'application/reports+json'
const uriType = 'application/csp-report'

async function send(body: unknown, { type = reportsType, address = '192.0.2.1' } = {}): Promise<number> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': type }
  const answer = await app.inject({ method: 'POST', url: '/csp-reports', headers, payload, remoteAddress: address })
  return answer.statusCode
}

function logged(): unknown[] {
  return lines.map((line) => (JSON.parse(line) as { violation: unknown }).violation)
}

async function counted(outcome: string): Promise<number> {
  const metric = await registry.getSingleMetric('gateway_portal_csp_reports_total')?.get()
  return metric?.values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0
}

test('a violation becomes one log line with its position, without queries and without data of other sites', async () => {
  expect(await send([report()])).toBe(204)
  expect(logged()).toEqual([
    {
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      document: 'https://portal.example/appliances',
      source: 'https://portal.example/assets/main-1.js',
      line: 1,
    },
  ])
  expect(lines.join('')).not.toMatch(/ada|abc|pw@|private|secret|inbox|Mozilla|cookie/u)
  expect(await counted('logged')).toBe(1)
})

test('browsers that only support report-uri also report', async () => {
  expect(await send({ 'csp-report': reportToUri }, { type: uriType })).toBe(204)
  expect(logged()).toEqual([
    { directive: 'script-src', blocked: 'inline', document: 'https://portal.example/info', source: '' },
  ])
})

const link = 'https://portal.example/unsubscribe/SECRETTOKEN'

test('a link that needs no sign-in stays out of the log, in any field of a report', async () => {
  expect(await send([report({ documentURL: link, blockedURL: `${link}?x`, sourceFile: link, referrer: link })])).toBe(
    204,
  )
  const toUri = { ...reportToUri, 'document-uri': link, referrer: link, 'blocked-uri': link, 'source-file': link }
  expect(await send({ 'csp-report': toUri }, { type: uriType })).toBe(204)
  const document = 'https://portal.example/unsubscribe/***'
  expect(logged()).toMatchObject([
    { document, blocked: document, source: document },
    { document, blocked: document, source: document },
  ])
  expect(lines.join('')).not.toContain('SECRETTOKEN')
})

test('tokens and control characters are not logged', async () => {
  const blockedURL = 'Bearer abcdef\r\n{"level":60}'
  expect(await send([report({ blockedURL, sourceFile: 'data:text/javascript,secret' })])).toBe(204)
  expect(logged()).toMatchObject([{ source: 'data:' }])
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1)
  expect(lines.join('')).not.toMatch(/abcdef|secret|\\r/u)
})

test.each([
  { blockedURL: 'chrome-extension://abc/page.js' },
  { sourceFile: 'moz-extension://abc/page.js' },
  { sourceFile: 'safari-web-extension' },
])('a violation by an extension is counted, not logged: %j', async (changes) => {
  expect(await send([report(changes)])).toBe(204)
  expect(lines).toEqual([])
  expect(await counted('extension')).toBe(1)
})

test('one address cannot fill the log: 30 reports a minute, in any format', async () => {
  for (let count = 0; count < 4; count++) await send(Array.from({ length: 9 }, () => report()))
  expect(lines).toHaveLength(30)
  expect(await counted('dropped')).toBe(6)
  expect(await send([report()], { address: '192.0.2.2' })).toBe(204)
  expect(lines).toHaveLength(31)
})

test('many addresses cannot fill it either: 300 reports a minute in total', async () => {
  const some = Array.from({ length: 8 }, () => report())
  for (let from = 1; from <= 40; from++) expect(await send(some, { address: `198.51.100.${from}` })).toBe(204)
  expect(lines).toHaveLength(300)
  expect(await counted('dropped')).toBe(20)
})

test('a huge body is refused before it is read', async () => {
  expect(await send('x'.repeat(17 * 1024))).toBe(413)
  expect(await send([report({ sample: 'x'.repeat(17 * 1024) })])).toBe(413)
})

test.each([
  [reportsType, 'no JSON'],
  [reportsType, '{}'],
  [reportsType, [report({ effectiveDirective: 5 })]],
  [reportsType, [{ ...report(), type: 'deprecation' }]],
  [reportsType, Array.from({ length: 51 }, () => ({ type: 'csp-violation', body: {} }))],
  [uriType, [report()]],
  [uriType, '{"csp-report":null}'],
  [uriType, '{"csp-report":{},"csp-report":{}}'],
])('an invalid report is refused: %s %j', async (type, body) => {
  expect(await send(body, { type })).toBe(400)
  expect(lines).toEqual([])
})

test('only reports are accepted', async () => {
  expect(await send([report()], { type: 'application/json' })).toBe(415)
  expect(await send('x', { type: 'text/plain' })).toBe(415)
})

test('the policy of every document has the report address', () => {
  const headers = securityHeaders
  expect(headers['reporting-endpoints']).toBe('csp="/csp-reports"')
  expect(headers['content-security-policy']).toMatch(/report-to csp;report-uri \/csp-reports/u)
})

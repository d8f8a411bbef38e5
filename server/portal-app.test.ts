import { brotliDecompressSync } from 'node:zlib'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { api } from '#contract/api.ts'
import { createPortalApp } from './portal-app.ts'
import { createPostgresBus } from './live/bus/postgres-bus.ts'
import { systemClock } from './clock.ts'
import { parseConfig } from './config.ts'
import { createTestDatabase } from '#test/database.ts'
import { verifyTestToken } from '#test/test-api.ts'
import { createPersonDirectory } from './identity/person-directory.ts'
import { createOpenIdProvider } from './identity/openid-provider.ts'
import { readTermsDocuments } from './terms/terms-documents.ts'
import { createTermsGate } from './terms/terms-gate.ts'

const database = await createTestDatabase()
const pageDir = await mkdtemp(path.join(tmpdir(), 'page-'))
await mkdir(path.join(pageDir, 'assets'))
await writeFile(
  path.join(pageDir, 'index.html'),
  '<html><head><meta name="color-scheme" content="light dark" /><!--brand-head--></head><body><!--brand-drawing--><!--brand-logo--><!--brand-name--></body></html>',
)
for (const name of ['latin-abc123.woff2', 'latin-extended-abc123.woff2'])
  await writeFile(path.join(pageDir, 'assets', name), '')
await writeFile(path.join(pageDir, 'assets', 'main-abc123.js'), 'export {}')
await writeFile(path.join(pageDir, 'assets', 'main-abc123.js.br'), 'as brotli')
await writeFile(path.join(pageDir, 'assets', 'main-abc123.js.gz'), 'as gzip')

const key = Buffer.alloc(32, 1).toString('base64')
const brands = await readBrands()
const [first = '', second = ''] = [...brands.brands.keys()]
const config = parseConfig(
  {
    DATABASE_URL: database.url,
    OIDC_ISSUER: 'https://identity.example',
    OIDC_AUDIENCE: 'gateway-portal',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    SESSION_KEY: key,
    REGISTRY_KEY: key,
    POLICIES_URL: 'https://policies.example',
    BRAND: first,
    BRAND_HOSTS: `other.example=${second}`,
    DEMO: '1',
    PAGE_DIR: pageDir,
  },
  first,
)
const log = pino({ level: 'silent' })
const bus = createPostgresBus({ url: database.url, log })
const persons = createPersonDirectory(database)
const provider = createOpenIdProvider({ oidc: config.oidc, clock: systemClock, log })
const nothing = async () => undefined
const documents = await readTermsDocuments(config.legalDir)
const app = await createPortalApp({
  config,
  recordDailyAct: () => {},
  database,
  bus,
  clock: systemClock,
  log,
  registry: new Registry(),
  brands,
  persons,
  verifyToken: verifyTestToken,
  terms: { documents, gate: createTermsGate({ pool: database.pool, documents, clock: systemClock }) },
  ending: new AbortController().signal,
  files: { read: async () => Promise.reject(new Error('nobody downloads here')) },
  sessions: {
    config,
    pool: database.pool,
    provider,
    verify: async () => Promise.reject(new Error('nobody signs in here')),
    persons,
    clock: systemClock,
    log,
    limitSignIn: { own: nothing, elsewhere: nothing },
    dropSubscriptions: nothing,
    onSignedIn: nothing,
    onSessionEnded: nothing,
  },
})
await app.ready()

afterAll(async () => {
  await app.close()
  await bus.close()
  await database.close()
  await rm(pageDir, { recursive: true })
})

const withIds = (url: string) => url.replace(/:\w+/gu, '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c')

test.each(Object.values(api).filter(({ access }) => access !== 'public'))(
  '$method $path without a token, or with an invalid one, is 401 and reveals nothing',
  async ({ method, path: url }) => {
    for (const headers of [{}, { authorization: 'Bearer bad' }]) {
      const answer = await app.inject({ method, url: withIds(url), headers })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/u)
      expect(answer.json()).toMatchObject({ code: 'unauthenticated' })
    }
  },
)

test('the document of the API is public', async () => {
  const answer = await app.inject({ url: '/api/2/openapi.json' })
  expect(answer.json()).toMatchObject({ openapi: '3.1.1' })
})

test('a process reports that it is live and ready', async () => {
  for (const url of ['/livez', '/readyz']) expect((await app.inject({ url })).statusCode).toBe(200)
})

test.each([
  '/metrics',
  '/.git/config',
  '/.env',
  '/server/main.ts',
  '/package.json',
  '/assets/../index.html',
  '/assets/%2e%2e/package.json',
  '/docs',
])('internal files are not served: %s', async (url) => {
  const answer = await app.inject({ url })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toMatch(/repositoryformatversion|DATABASE_URL|"dependencies"|process_cpu/u)
})

test('every path of the page serves it with its brand inside, without caching', async () => {
  for (const url of ['/', '/appliances', '/invite?companyId=1', '/appliances/add']) {
    const answer = await app.inject({ url })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toContain(`"id":"${first}"`)
  }
})

test('an unknown path shows the page, which says Page not found', async () => {
  const answer = await app.inject({ url: '/nowhere' })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toMatch(/^text\/html/u)
})

test.each(['/appliances/1/faults/%E0%A4%A', '/%c0%af', '/policies/de/%'])(
  'a malformed path also shows it: %s',
  async (url) => {
    const [unknownPage, unread] = await Promise.all(['/nowhere', url].map(async (each) => app.inject({ url: each })))
    expect(unread?.statusCode).toBe(404)
    expect(unread?.body).toBe(unknownPage?.body)
    expect(Object.keys(unread?.headers ?? {})).toEqual(Object.keys(unknownPage?.headers ?? {}))
    expect((await app.inject({ url: `${url}?brand=${second}` })).body).toContain(`"id":"${second}"`)
    expect((await app.inject({ url, method: 'POST' })).statusCode).toBe(405)
  },
)

test.each(['/api/2/%ff', '/auth/%', '/assets/%c0%af'])('programs get a problem instead: %s', async (url) => {
  const answer = await app.inject({ url })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'invalid-request' })
})

test('host names have brands, and in the demo ?brand= selects one, which is stored', async () => {
  expect((await app.inject({ url: '/', headers: { host: 'other.example' } })).body).toContain(`"id":"${second}"`)
  const switched = await app.inject({ url: `/?brand=${second}` })
  expect(switched.body).toContain(`"id":"${second}"`)
  const [cookie] = switched.cookies
  const kept = await app.inject({ url: '/appliances', cookies: { [cookie?.name ?? '']: cookie?.value ?? '' } })
  expect(kept.body).toContain(`"id":"${second}"`)
})

test('the page is compressed for a browser that accepts it, and caches know that', async () => {
  const plain = await app.inject({ url: '/' })
  const packed = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
})

test('assets, theme and favicon never change under the same name', async () => {
  const { body } = await app.inject({ url: '/' })
  const links = [...body.matchAll(/href="(\/brand\/[^"]+)"/gu)].map(([, href]) => href ?? '')
  expect(links).toHaveLength(2)
  for (const url of ['/assets/main-abc123.js', ...links]) {
    const answer = await app.inject({ url })
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([
      url,
      200,
      'public, max-age=31536000, immutable',
    ])
  }
})

test('before any script runs the page shows the logo and the name of its brand', async () => {
  const { settings, logoSvg } = brands.brands.get(first) ?? brands.defaultBrand
  const { width, height } = settings.logo
  const { body } = await app.inject({ url: '/' })
  expect(body).toContain(
    `<body>${logoSvg.replace('<svg', '<svg id="brand-logo"')}` +
      `<svg viewBox="0 0 ${width} ${height}"><use href="#brand-logo" /></svg>${settings.title}</body>`,
  )
})

test.each([
  ['/appliances', '<body data-session="expected" data-navigation data-wide>'],
  ['/policies/en/GB/tos', '<body data-session="expected">'],
])('the space of the navigation is reserved for a visitor with a session: %s', async (url, tag) => {
  const cookie = `portal_session=${'A'.repeat(43)}`
  expect((await app.inject({ url, headers: { cookie } })).body).toContain(tag)
  for (const other of ['', 'portal_session=', 'other=1'])
    expect((await app.inject({ url, headers: { cookie: other } })).body).toContain('<body>')
})

test.each(['light', 'dark'] as const)('the page has the appearance that its reader chose: %s', async (appearance) => {
  const { body } = await app.inject({ url: '/', headers: { cookie: `portal_appearance=${appearance}` } })
  expect(body).toContain(`<html data-appearance="${appearance}"`)
  expect(body).toContain(`<meta name="color-scheme" content="${appearance}" />`)
  const { theme } = brands.brands.get(first) ?? brands.defaultBrand
  const painted = [...body.matchAll(/<meta name="theme-color" [^>]*media="all" content="([^"]+)">/gu)]
  expect(painted.map(([, colour]) => colour)).toEqual([theme[appearance]['raised']])
  expect(body.match(/media="not all"/gu)).toHaveLength(1)
})

test.each(['', 'portal_appearance=', 'portal_appearance=system', 'portal_appearance="><script>'])(
  'the page has the appearance of the system with the cookies: %s',
  async (cookie) => {
    const { body } = await app.inject({ url: '/', headers: { cookie } })
    expect(body).not.toContain('data-appearance')
    for (const scheme of ['light', 'dark']) expect(body).toContain(`media="(prefers-color-scheme: ${scheme})"`)
  },
)

test.each([
  ['gzip, deflate, br', 'br', 'as brotli'],
  ['gzip', 'gzip', 'as gzip'],
  ['identity', undefined, 'export {}'],
])('assets are served pre-compressed: %s', async (accepted, encoding, body) => {
  const answer = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': accepted } })
  expect([answer.headers['content-encoding'], answer.body]).toEqual([encoding, body])
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers['vary']).toMatch(/accept-encoding/iu)
})

test('settings inside the page cannot close their element', async () => {
  const { createBrandDocument } = await import('./page/page-document.ts')
  const { defaultBrand } = brands
  const hostile = {
    ...defaultBrand,
    settings: { ...defaultBrand.settings, title: '</script><script>alert(1)</script>' },
  }
  const { html } = createBrandDocument('<!--brand-head--><!--brand-name-->', hostile)
  expect(html.match(/<script/gu)).toHaveLength(1)
})

const anywhere = { url: '', headers: { authorization: 'Bearer newcomer' } }

test.each(Object.values(api).filter(({ terms }) => terms))(
  '$method $path is 412 before the terms are accepted',
  async ({ method, path: url }) => {
    const answer = await app.inject({ ...anywhere, method, url: withIds(url) })
    expect(answer.statusCode).toBe(412)
    expect(answer.json()).toMatchObject({ code: 'terms-not-accepted', route: '/accept-tos' })
  },
)

test('only the faults, the user and what concerns the account, the terms and the client log are open before the terms are accepted', () => {
  const open = Object.values(api).filter(({ terms }) => !terms)
  expect([...new Set(open.map(({ path: url }) => url))].toSorted()).toEqual([
    '/api/2/faults',
    '/api/2/logger',
    '/api/2/tos',
    '/api/2/tos/status',
    '/api/2/users/me',
    '/api/2/users/me/data',
    '/api/2/users/me/data/:fileId',
    '/api/2/users/me/restore',
    '/api/2/users/me/sessions',
    '/api/2/users/me/sessions/:sessionRef',
  ])
})

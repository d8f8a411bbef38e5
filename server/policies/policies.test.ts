import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { readBrands } from '#brands/read-brands.ts'
import type { LegalDocument } from '#contract/legal.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { readOperatorDocuments } from './operator-documents.ts'
import { createPoliciesService } from './policies-service.ts'
import { addLegalRoutes } from './routes.ts'
import { sanitiseLegalHtml } from './sanitise-legal-html.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'legal-'))
await mkdir(path.join(folder, 'de/AT'), { recursive: true })
await writeFile(
  path.join(folder, 'de/AT/tos.md'),
  '---\nversion: 1\n---\n# Nutzung von {brand}\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))\n',
)

const asked: string[] = []
let answer: RequestListener = () => undefined
const upstream = createServer((request, response) => {
  asked.push(request.url ?? '')
  answer(request, response)
})
upstream.listen(0, '127.0.0.1')
await once(upstream, 'listening')
const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
const time = { ms: 0 }

const app = await createApplicationWithoutRoutes({ log: pino({ level: 'silent' }), trustedProxies: [] })
const service = createPoliciesService({ url, clock: { now: () => time.ms } })
const { defaultBrand } = await readBrands()
addLegalRoutes(app, {
  own: await readOperatorDocuments(folder),
  service,
  limit: async () => undefined,
  brandOfRequest: () => ({ ...defaultBrand.settings, name: 'A & <b>' }),
})

let nextAddress = 1

async function read(name: string) {
  return app.inject({ url: `/legal/${name}`, remoteAddress: `198.51.100.${nextAddress++ % 250}` })
}

beforeEach(() => {
  asked.length = 0
  time.ms += hourMs
  answer = (_request, response) => response.end(JSON.stringify({ text: '<h1>Imprint</h1>' }))
})

afterAll(async () => {
  await app.close()
  upstream.closeAllConnections()
  upstream.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['en/GB/privacy', '/privacy/GB/en'],
  ['de/AT/privacy', '/privacy/DE/de'],
  ['fr/FR/privacy', '/privacy/DE/fr'],
  ['da/FO/imprint', '/imprint/DE/da'],
  ['en/FO/privacy', '/privacy/DE/da'],
  ['fr/FR/imprint', '/imprint/FR/fr'],
  ['fr/LU/imprint', '/imprint/LU/fr'],
  ['en/GB/imprint', '/imprint/GB/en'],
  ['pl/PL/imprint', '/imprint/DE/pl'],
])('the document %s of the external service is %s', async (name, path_) => {
  expect((await read(name)).statusCode).toBe(200)
  expect(asked).toEqual([path_])
})

test('a document of the Faroe Islands is marked as Danish, regardless of the requested language', async () => {
  const document = (await read('en/FO/imprint')).json<LegalDocument>()
  expect(document).toMatchObject({ language: 'da', country: 'FO', kind: 'imprint' })
})

test('a missing document falls back to the default language of the country, and says so', async () => {
  answer = (request, response) => {
    if (request.url?.endsWith('/sk')) response.writeHead(404)
    response.end(JSON.stringify({ text: 'x' }))
  }
  expect((await read('sk/IT/imprint')).json<LegalDocument>()).toMatchObject({
    language: 'it',
    country: 'IT',
    kind: 'imprint',
  })
  expect((await read('sk/AT/tos')).json<LegalDocument>()).toMatchObject({ language: 'de', country: 'AT', kind: 'tos' })
  expect((await read('de/DE/tos')).statusCode).toBe(404)
})

test('markdown becomes HTML without its front matter and without scripts', async () => {
  const { html } = (await read('de/AT/tos')).json<LegalDocument>()
  expect(html).toContain('<h1>Nutzung von A &#38; &#60;b&#62;</h1>')
  expect(html).not.toMatch(/version|<script|javascript:/u)
  expect(html).toContain('&lt;script&gt;')
})

test.each([
  '../DE/tos',
  'de/..%2f..%2fetc/tos',
  'de/@evil.example/imprint',
  'de/AT%2f..%2fx/imprint',
  'de/at/tos',
  'xx/AT/tos',
  'de/AT/passwd',
])('an invalid path is not found, without a request to the service: %s', async (name) => {
  expect((await read(name)).statusCode).toBe(404)
  expect(asked).toEqual([])
})

test.each<[string, RequestListener]>([
  ['a redirect', (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['a failure', (_request, response) => void response.writeHead(500).end()],
  ['no JSON', (_request, response) => void response.end('<html>')],
  ['another shape', (_request, response) => void response.end('{"text":5}')],
  ['too much', (_request, response) => void response.end(JSON.stringify({ text: 'x'.repeat(1_100_000) }))],
  ['bytes that are no text', (_request, response) => void response.end(Buffer.from([0xff, 0xfe, 0xff]))],
  ['a broken answer', (_request, response) => void response.socket?.destroy()],
])(
  'an upstream that answers with %s makes the document unavailable, or leaves the cached one',
  async (_what, listener) => {
    answer = listener
    expect((await read('cs/CZ/privacy')).statusCode).toBe(503)
    answer = (_request, response) => response.end(JSON.stringify({ text: 'as before' }))
    await read('cs/CZ/privacy')
    time.ms += hourMs
    answer = listener
    expect((await read('cs/CZ/privacy')).json<LegalDocument>().html).toBe('as before')
    service.clearCache()
  },
)

test('a document is cached for ten minutes', async () => {
  await read('it/IT/privacy')
  await read('it/IT/privacy')
  time.ms += 10 * minuteMs
  await read('it/IT/privacy')
  expect(asked).toHaveLength(2)
})

test('foreign HTML loses scripts, handlers, javascript:, forms, frames and styles', () => {
  const hostile = [
    '<p onclick="x()" style="position:fixed" class="c">text</p>',
    '<script>x()</script><iframe src="https://evil.example"></iframe><form action="/x"><input name="a"></form>',
    '<a href="javascript:x()">a</a><a href="//evil.example">b</a><a href="data:text/html,x">c</a><a href="https://ok.example">d</a>',
    '<img src=x onerror=x()><svg><script>x()</script></svg><object data="x"></object><base href="https://evil.example">',
    '<meta http-equiv="refresh" content="0"><style>*{display:none}</style><math><mtext></p><style><img src onerror=x()>',
  ].join('')
  const clean = sanitiseLegalHtml(hostile)
  expect(clean).not.toMatch(
    /script|onclick|onerror|iframe|<form|<input|javascript:|evil|data:|<img|<svg|<object|<base|<meta|style|class/u,
  )
  expect(clean).toContain('<a href="https://ok.example" rel="noopener noreferrer">d</a>')
})

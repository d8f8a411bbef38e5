import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import {
  addInstallableAppRoutes,
  type InstallableFiles,
  renderInstallableHeadElements,
  readInstallableFiles,
} from './installable-app.ts'

const { brands, defaultBrand } = await readBrands()
const others = [...brands.values()].filter((brand) => brand !== defaultBrand)
const birch = others.find(({ settings }) => settings.title !== defaultBrand.settings.title) ?? defaultBrand

const extras: InstallableFiles = {
  icons: {
    [birch.settings.id]: [
      { purpose: 'any', size: 192, path: '/assets/any.png' },
      { purpose: 'maskable', size: 512, path: '/assets/maskable.png' },
      { purpose: 'touch', size: 180, path: '/assets/touch.png' },
    ],
  },
  worker: 'work()',
}

function serve({ isWorkerOn = true, built = extras } = {}) {
  const app = fastify()
  addInstallableAppRoutes(app, {
    brands: brands.values(),
    extras: built,
    isWorkerOn,
    brandOfRequest: ({ headers }) => (headers.host === 'birch.example' ? birch : defaultBrand),
  })
  return async (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: 'birch.example', ...headers } })
}

test('the manifest has the brand, with its icons for every mask', async () => {
  const answer = await serve()('/manifest.webmanifest')
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.json()).toEqual({
    id: '/',
    name: birch.settings.title,
    short_name: birch.settings.name,
    start_url: '/appliances',
    scope: '/',
    display: 'standalone',
    background_color: birch.theme.light['surface'],
    theme_color: birch.theme.light['raised'],
    icons: [
      { src: '/assets/any.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/assets/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
})

test('the service worker contains its brand, and is revalidated at each visit', async () => {
  const ask = serve()
  const answer = await ask('/service-worker.js')
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.body).toMatch(/^self\.workerBrand=.*;\nwork\(\)$/u)
  expect(answer.body).toContain(JSON.stringify(birch.settings.title))
  const again = await ask('/service-worker.js', { 'if-none-match': String(answer.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await ask('/service-worker.js', { host: 'other.example' })).body).not.toBe(answer.body)
})

test.each([
  ['switched off', { isWorkerOn: false }],
  ['not built', { built: { icons: {}, worker: null } }],
])('if the service worker is %s, an existing one removes itself', async (_, setting) => {
  const { body, statusCode } = await serve(setting)('/service-worker.js')
  expect(statusCode).toBe(200)
  for (const part of ['registration.unregister()', 'caches.delete(', 'subscription.unsubscribe()'])
    expect(body).toContain(part)
  expect(body).not.toContain("'fetch'")
})

test('the head of the page has what an installation needs, and the worker only if there is one', () => {
  expect(renderInstallableHeadElements(birch, { extras, isWorkerOn: true })).toEqual([
    '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">',
    '<link rel="apple-touch-icon" href="/assets/touch.png">',
    '<meta name="service-worker" content="/service-worker.js">',
  ])
  expect(renderInstallableHeadElements(defaultBrand, { extras, isWorkerOn: false })).toHaveLength(1)
})

test('a page that was not built has no icons and no worker', async () => {
  expect(await readInstallableFiles('/nowhere')).toEqual({ icons: {}, worker: null })
})

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BrandSettings } from '#brands/brand.ts'
import { readBrands } from '#brands/read-brands.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import type { Connection } from '#contract/appliance.ts'
import { listFirstCalls } from '#contract/first-calls.ts'
import { type FirstScreenDrawer, firstScreenModulePath, type ReaderLocale } from '#contract/first-screen.ts'

const module = pathToFileURL(join(import.meta.dirname, '../../dist/page', firstScreenModulePath)).href
const { drawFirstScreen } = (await import(module)) as { drawFirstScreen: FirstScreenDrawer<BrandSettings> }
const brand = (await readBrands()).defaultBrand.settings
const [user = '', terms = '', list = ''] = listFirstCalls('/appliances', brand.id)

const owner = {
  sub: '1',
  firstName: 'Ada',
  lastName: 'Berg',
  contactEmail: 'ada@example.com',
  contactPhone: '301234567',
  phoneCountryCode: 'DE',
  country: 'DE',
}
const accepted = { accepted: true, hasUpdate: false }

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T20:00:00Z') }))
afterEach(() => vi.useRealTimers())

type Answered = { user?: object; terms?: object; items?: readonly Connection[] }

function draw(answered: Answered = {}, reader: ReaderLocale = { locale: 'de-AT', timeZone: 'Europe/Vienna' }) {
  const items = answered.items ?? [createApiConnection()]
  const answers = {
    [user]: answered.user ?? owner,
    [terms]: answered.terms ?? accepted,
    [list]: { items, total: items.length },
  }
  return drawFirstScreen({ brand, answers, reader })
}

test('the list is drawn with its first card, in the language and the time zone of the reader', async () => {
  const drawnScreen = await draw()
  expect(drawnScreen?.language).toBe('de')
  const text = drawnScreen?.markup.replaceAll(/<[^>]+>/gu, '')
  for (const words of ['Geräte', 'In Betrieb seit 14:03', 'Gateway-ID: 100200300']) expect(text).toContain(words)
  expect((await draw({}, { locale: 'en-GB', timeZone: 'Europe/London' }))?.markup).toContain('Working since 13:03')
})

test('the server leaves a first card with a fault to the page, which has the fault texts', async () => {
  const items = [createApiConnection({ gatewayStatus: 'ERROR', faultCode: 'E104', severity: 'ERROR' })]
  expect(await draw({ items })).toBeNull()
})

test('typed text cannot break out of its element, and nothing needs what the content security policy refuses', async () => {
  const drawnScreen = await draw({ items: [createApiConnection({ name: '</script><img src=x onerror=alert(1)>' })] })
  expect(drawnScreen?.markup).toContain('&lt;img src=x')
  const tags = drawnScreen?.markup
    .replaceAll(/"[^"]*"/gu, '')
    .match(/<[^>]*>/gu)
    ?.join('')
  expect(tags).not.toMatch(/<(?:img|script|style)\b|\sstyle=|\son\w+=/u)
})

test('nothing is drawn if the page shows another first screen', async () => {
  for (const other of [
    { items: [] },
    {
      items: Array.from({ length: 4 }, (_, index) =>
        createApiConnection({ id: `11111111-1111-4111-8111-11111111111${index}` }),
      ),
    },
    { terms: { ...accepted, hasUpdate: true } },
    { user: { ...owner, country: undefined } },
    { user: { ...owner, lastName: undefined } },
    { user: { unexpected: true } },
  ])
    expect(await draw(other), JSON.stringify(other).slice(0, 100)).toBeNull()
})

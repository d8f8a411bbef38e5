import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { firstScreenModulePath, readerLocaleCookie } from '#contract/first-screen.ts'
import { createFirstScreenDrawer } from './first-screen.ts'

const pageDir = await mkdtemp(join(tmpdir(), 'first-screen-'))
afterAll(() => rm(pageDir, { recursive: true }))
await mkdir(dirname(join(pageDir, firstScreenModulePath)), { recursive: true })
await writeFile(
  join(pageDir, firstScreenModulePath),
  `export const drawFirstScreen = async ({ answers, reader }) => {
    if (answers.isBroken) throw new Error('not drawn')
    return { language: reader.locale, markup: reader.timeZone }
  }`,
)
const brand = (await readBrands()).defaultBrand.settings
const clock = { now: () => 7 }

const request = (cookies: Record<string, string>) => ({ cookies }) as unknown as FastifyRequest
const visit = {
  request: request({ [readerLocaleCookie]: 'de Europe/Berlin' }),
  address: '/appliances',
  brand,
  apiAnswers: { answers: {}, areShort: true },
}

test('the list is drawn for a returning reader, in their language and time zone', async () => {
  const draw = createFirstScreenDrawer({ pageDir, clock, log: { warn: vi.fn() } })
  expect(await draw(visit)).toEqual({ language: 'de', markup: 'Europe/Berlin', locale: 'de', minutesBehind: -60 })
  expect(await draw({ ...visit, address: '/' })).not.toBeNull()
})

test.each([
  ['America/New_York', 300],
  ['Asia/Kolkata', -330],
  ['UTC', 0],
])('the clocks of %s are %i minutes behind', async (timeZone, minutesBehind) => {
  const draw = createFirstScreenDrawer({ pageDir, clock, log: { warn: vi.fn() } })
  const there = request({ [readerLocaleCookie]: `en ${timeZone}` })
  expect(await draw({ ...visit, request: there })).toMatchObject({ minutesBehind })
})

test('nothing is drawn for another page, without answers, for a browser without stored locale, and without a build', async () => {
  const draw = createFirstScreenDrawer({ pageDir, clock, log: { warn: vi.fn() } })
  for (const each of [
    { address: '/appliances/1/history' },
    { address: '/invite' },
    { apiAnswers: null },
    { apiAnswers: { answers: {}, areShort: false } },
    { request: request({}) },
  ])
    expect(await draw({ ...visit, ...each })).toBeNull()
  const withoutBuild = createFirstScreenDrawer({ pageDir: tmpdir(), clock, log: { warn: vi.fn() } })
  expect(await withoutBuild(visit)).toBeNull()
})

test('a failed drawing is logged, and the page is served without it', async () => {
  const warn = vi.fn()
  const draw = createFirstScreenDrawer({ pageDir, clock, log: { warn } })
  expect(await draw({ ...visit, apiAnswers: { answers: { isBroken: true }, areShort: true } })).toBeNull()
  expect(warn).toHaveBeenCalledOnce()
})

import { afterAll, beforeEach, expect, test } from 'vitest'
import type { FaultList } from '#contract/faults.ts'
import { languages } from '#contract/languages.ts'
import { sampleFaults } from '#contract/sample-faults.ts'
import { createTestDatabase } from '#test/database.ts'
import { createTestApi } from '#test/test-api.ts'
import { importFile } from '#server/operator/import-file.ts'
import { addFaultRoutes } from './routes.ts'
import { readSampleCatalogue } from './sample-catalogue.ts'

const { pool, close } = await createTestDatabase()
const sample = await readSampleCatalogue()
const { send, app } = await createTestApi((add) => addFaultRoutes(add, { pool, sample, limit: async () => undefined }))

beforeEach(async () => {
  await pool.query('truncate fault_description')
})

afterAll(async () => {
  await app.close()
  await close()
})

async function ask(language: string, ...codes: string[]): Promise<FaultList> {
  const search = new URLSearchParams({ language, codes: codes.join() })
  const answer = await send({ url: `/api/2/faults?${search.toString()}` })
  expect(answer.statusCode).toBe(200)
  return answer.json<FaultList>()
}

const header = 'code,severity,emergency,language,title,meaning,heating,selfHelp,call'

async function imported(...rows: string[]): Promise<void> {
  const content = [header, ...rows].join('\n')
  const result = await importFile({ pool, registryKey: Buffer.alloc(0), kind: 'faults', content })
  expect(result).toMatchObject({ kind: 'imported' })
}

test('a fault is described without a token, and any cache may store the answer for five minutes', async () => {
  const answer = await send({ url: '/api/2/faults?language=de&codes=E104' })
  expect(answer.headers['cache-control']).toBe('public, max-age=300')
  expect(answer.json()).toMatchObject({
    items: [{ code: 'E104', severity: 'ERROR', emergency: false, language: 'de', title: 'Brenner zündet nicht' }],
    total: 1,
  })
})

test.each(languages)('the sample has all its faults in %s', async (language) => {
  const { items } = await ask(language, ...sampleFaults.map(({ code }) => code))
  expect(items.map((item) => [item.code, item.language])).toEqual(sampleFaults.map(({ code }) => [code, language]))
})

test('a code without a description is omitted', async () => {
  expect(await ask('en', 'Z999', 'E110', 'Z998')).toMatchObject({ items: [{ code: 'E110' }], total: 1 })
})

test('an imported catalogue is used, in English if a language is missing', async () => {
  await imported(
    'F.28,ERROR,false,en,No flame,It did not light.,No.,Wait.,Call.',
    'F.28,ERROR,false,pl,Brak płomienia,Nie zapalił.,Nie.,Czekać.,Dzwonić.',
  )
  expect((await ask('pl', 'F.28')).items).toMatchObject([{ title: 'Brak płomienia', language: 'pl' }])
  expect((await ask('cs', 'F.28')).items).toMatchObject([{ title: 'No flame', language: 'en', selfHelp: ['Wait.'] }])
})

test('once a catalogue is imported the sample is not used: its codes may mean something else', async () => {
  await imported('F.28,ERROR,false,en,No flame,It did not light.,No.,Wait.,Call.')
  expect(await ask('en', 'E104')).toEqual({ items: [], total: 0 })
})

test.each([
  'language=de',
  'codes=E104',
  'language=xx&codes=E104',
  'language=de&codes=',
  'language=de&codes=%3Cscript%3E',
  'language=de&codes=E104,,E110',
  `language=de&codes=${'X'.repeat(21)}`,
  `language=de&codes=${Array.from({ length: 21 }, (_, index) => `E${index}`).join()}`,
  `language=de&codes=${'E104,'.repeat(10_000)}E104`,
  'language=de&codes=E104&more=1',
])('%.60s is refused', async (query) => {
  const answer = await send({ url: `/api/2/faults?${query}` })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid-request'])
})

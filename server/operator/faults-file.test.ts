import * as fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { importFile } from './import-file.ts'

const { pool, close } = await createTestDatabase()

beforeEach(async () => {
  await pool.query('truncate fault_description')
})

afterAll(close)

const columns = [
  'code',
  'severity',
  'emergency',
  'language',
  'title',
  'meaning',
  'heating',
  'selfHelp',
  'call',
] as const

type Cells = Partial<Record<(typeof columns)[number], string>>

const goodRow = {
  code: 'F.28',
  severity: 'ERROR',
  emergency: 'false',
  language: 'en',
  title: 'No flame',
  meaning: 'It did not light.',
  heating: 'No.',
  selfHelp: 'Wait.',
  call: 'Call.',
}

function fileOf(...rows: Cells[]): string {
  const quoted = rows.map((cells) => {
    const row = { ...goodRow, ...cells }
    return columns.map((column) => `"${row[column].replaceAll('"', '""')}"`).join()
  })
  return [columns.join(), ...quoted].join('\n')
}

async function run(content: string) {
  return importFile({ pool, registryKey: Buffer.alloc(0), kind: 'faults', content })
}

async function stored() {
  const { rows } = await pool.query<{ code: string; language: string; title: string; self_help: string[] }>(
    'select code, language, title, self_help from fault_description order by code, language',
  )
  return rows
}

test('each line of the self-help is a step, with any line ends', async () => {
  const file = fileOf({ selfHelp: 'First.\n\n Then.' }).replaceAll('\n', '\r\n')
  expect(await run(`\u{FEFF}${file}`)).toEqual({ kind: 'imported', rows: 1 })
  expect(await stored()).toMatchObject([{ self_help: ['First.', 'Then.'] }])
})

test('a fault without self-help has no steps', async () => {
  expect(await run(fileOf({ selfHelp: ' \n ' }))).toMatchObject({ kind: 'imported', rows: 1 })
  expect(await stored()).toMatchObject([{ self_help: [] }])
})

test('an import replaces the codes that it contains, in all languages, and keeps others', async () => {
  await run(fileOf({}, { language: 'de', title: 'Keine Flamme' }, { code: 'F.29' }))
  await run(fileOf({ title: 'No ignition' }))
  expect(await stored()).toMatchObject([
    { code: 'F.28', language: 'en', title: 'No ignition' },
    { code: 'F.29', language: 'en' },
  ])
})

test('text that looks like HTML stays text', async () => {
  const title = '<script>alert(1)</script>'
  expect(await run(fileOf({ title }))).toMatchObject({ kind: 'imported' })
  expect(await stored()).toMatchObject([{ title }])
})

const wrong: [Cells, RegExp][] = [
  [{ severity: 'FATAL' }, /^severity "FATAL": must be ERROR or WARNING$/u],
  [{ emergency: 'maybe' }, /^emergency "maybe": must be true or false$/u],
  [{ language: 'xx' }, /^language "xx": must be da, de, /u],
  [{ code: '<b>' }, /^code "<b>": must be 1 to 20 letters/u],
  [{ code: 'E'.repeat(21) }, /^code "E+…?": must be 1 to 20 letters/u],
  [{ title: '' }, /^title: must not be empty$/u],
  [{ title: 'x'.repeat(81) }, /^title "x+…": must not be longer than 80 characters$/u],
  [{ meaning: 'x'.repeat(41 * 1024) }, /^meaning "x+…": must not be longer than 600 characters$/u],
  [{ call: 'Call\u001b[31m now' }, /^call ".+": must be one line/u],
  [{ call: 'Call \u202enow' }, /^call ".+": must be one line/u],
  [{ meaning: 'One.\nTwo.' }, /^meaning ".+": must be one line/u],
  [
    { selfHelp: Array.from({ length: 9 }, () => 'Wait.').join('\n') },
    /^selfHelp ".+": must not have more than 8 lines$/u,
  ],
  [{ language: 'de' }, /^F\.28 has no texts in en$/u],
]

test.each(wrong)('a row with %.60j is refused by its line, and nothing is imported', async (cells, reason) => {
  const result = await run(fileOf({ code: 'A1', selfHelp: 'First.\nThen.' }, cells))
  expect(result).toEqual({ kind: 'refused', badRows: [{ line: 4, reason: expect.stringMatching(reason) }] })
  expect(await stored()).toEqual([])
})

test('contradicting or duplicate rows of one code are refused', async () => {
  const rows = [{}, { language: 'de', severity: 'WARNING' }, { language: 'fr', emergency: 'true' }]
  expect(await run(fileOf(...rows))).toEqual({
    kind: 'refused',
    badRows: [
      { line: 3, reason: 'F.28 has another severity or emergency on line 2' },
      { line: 4, reason: 'F.28 has another severity or emergency on line 2' },
    ],
  })
  expect(await run(fileOf({}, { title: 'Again' }))).toEqual({
    kind: 'refused',
    badRows: [{ line: 3, reason: 'F.28 in en is in the file twice' }],
  })
})

test.each(['', '"', 'code\n"F', '\0', 'code,severity\nE1,ERROR', `${columns.join()}\n${'x,'.repeat(20)}`])(
  'an invalid file is refused: %j',
  async (content) => {
    const result = await run(content)
    expect([result.kind === 'refused' || result.rows === 0, await stored()]).toEqual([true, []])
  },
)

test('any file is imported as a whole or refused by lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ title: fc.string(), selfHelp: fc.string() })), async (cells) => {
      const result = await run(fileOf(...cells.map((each, index) => ({ ...each, code: `E${index}` }))))
      const isWhole =
        result.kind === 'imported' ? result.rows === cells.length : result.badRows.every(({ line }) => line > 1)
      expect(isWhole).toBe(true)
    }),
    { numRuns: 50 },
  )
})

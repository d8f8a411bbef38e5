import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addDrillToSummary } from './drill-summary.ts'

const folder = await mkdtemp(join(tmpdir(), 'summary-'))
const file = join(folder, 'summary.txt')
afterAll(async () => rm(folder, { recursive: true }))

test('a drill counts as one more test, passed or failed', async () => {
  await writeFile(file, '2103 passed, 1 failed\n')
  await addDrillToSummary(file, true)
  expect(await readFile(file, 'utf8')).toBe('2104 passed, 1 failed\n')
  await addDrillToSummary(file, false)
  expect(await readFile(file, 'utf8')).toBe('2104 passed, 2 failed\n')
})

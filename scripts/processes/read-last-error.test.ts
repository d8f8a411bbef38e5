import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readLastError } from './read-last-error.ts'

// Specification 18.1: `npm start` shows why a part of the product ended, without its earlier log lines.

const folder = await mkdtemp(join(tmpdir(), 'child-'))
afterAll(async () => rm(folder, { recursive: true }))

const info = '{"level":30,"time":"2026-11-25T10:00:00Z","msg":"portal listens"}'
const fatal = '{"level":60,"msg":"uncaught failure, the process ends","err":{"message":"disk full"}}'

test.each([
  [[info], undefined],
  [[], undefined],
  [[info, fatal, info], 'uncaught failure, the process ends: disk full'],
  [[info, 'Settings: DATABASE_URL is missing.'], 'Settings: DATABASE_URL is missing.'],
  [['TypeError: no such thing', '    at main.ts:3', 'Node.js v24'], 'TypeError: no such thing'],
])('the last error of %j', async (lines, words) => {
  const logPath = join(folder, 'portal.log')
  await writeFile(logPath, `written before\n${lines.join('\n')}\n`)
  expect(await readLastError({ logPath, logStart: 'written before\n'.length })).toBe(words)
})

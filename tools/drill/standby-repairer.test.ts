import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLogTailReader } from './standby-repairer.ts'

const folder = await mkdtemp(join(tmpdir(), 'standbys-'))
afterAll(async () => rm(folder, { recursive: true }))

test('only new content of a log is read, and a missing log is empty', async () => {
  const path = join(folder, 'postgres-1.log')
  const read = createLogTailReader(path)
  expect(await read()).toBe('')
  await writeFile(path, 'started\n')
  expect(await read()).toBe('started\n')
  expect(await read()).toBe('')
  await appendFile(path, 'waiting\n')
  expect(await read()).toBe('waiting\n')
  await writeFile(path, 'anew\n')
  expect(await read()).toBe('')
  await appendFile(path, 'waiting\n')
  expect(await read()).toBe('waiting\n')
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type AskedFaults, askForFault, askedFaultsFile, readAskedFaults, watchAskedFaults } from './asked-faults.ts'

const folder = await mkdtemp(join(tmpdir(), 'asked-'))
const file = askedFaultsFile(folder)

afterAll(async () => rm(folder, { recursive: true }))

test('a gateway has the requested fault, with its severity, until it is requested to be well', async () => {
  expect(await readAskedFaults(file)).toEqual(new Map())
  await askForFault(file, '929220810', { code: 'E104', from: 1 })
  await askForFault(file, '123', { code: 'W201', from: 2 })
  await askForFault(file, '456', { code: 'X1', from: 3 })
  expect(await readAskedFaults(file)).toEqual(
    new Map([
      ['929220810', { code: 'E104', severity: 'ERROR', from: 1 }],
      ['123', { code: 'W201', severity: 'WARNING', from: 2 }],
      ['456', { code: 'X1', severity: 'ERROR', from: 3 }],
    ]),
  )
  await askForFault(file, '929220810', null)
  expect((await readAskedFaults(file)).get('929220810')).toBeNull()
})

test('a watcher receives requested faults', async () => {
  const received: AskedFaults[] = []
  const stop = watchAskedFaults(file, (asked) => void received.push(asked))
  await vi.waitUntil(() => received.length > 0)
  await askForFault(file, '789', { code: 'E104', from: 4 })
  await vi.waitFor(() => expect(received.at(-1)?.get('789')?.code).toBe('E104'), { timeout: 5_000 })
  stop()
})

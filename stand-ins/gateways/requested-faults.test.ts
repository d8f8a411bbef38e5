import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import {
  type RequestedFaults,
  requestFault,
  requestedFaultsPath,
  readRequestedFaults,
  watchRequestedFaults,
} from './requested-faults.ts'

const folder = await mkdtemp(join(tmpdir(), 'asked-'))
const file = requestedFaultsPath(folder)

afterAll(async () => rm(folder, { recursive: true }))

test('a gateway has the requested fault, with its severity, until it is requested to be well', async () => {
  expect(await readRequestedFaults(file)).toEqual(new Map())
  await requestFault(file, '929220810', { code: 'E104', from: 1 })
  await requestFault(file, '123', { code: 'W201', from: 2 })
  await requestFault(file, '456', { code: 'X1', from: 3 })
  expect(await readRequestedFaults(file)).toEqual(
    new Map([
      ['929220810', { code: 'E104', severity: 'ERROR', from: 1 }],
      ['123', { code: 'W201', severity: 'WARNING', from: 2 }],
      ['456', { code: 'X1', severity: 'ERROR', from: 3 }],
    ]),
  )
  await requestFault(file, '929220810', null)
  expect((await readRequestedFaults(file)).get('929220810')).toBeNull()
})

test('a watcher receives requested faults', async () => {
  const received: RequestedFaults[] = []
  const stop = watchRequestedFaults(file, (requestedFaults) => void received.push(requestedFaults))
  await vi.waitUntil(() => received.length > 0)
  await requestFault(file, '789', { code: 'E104', from: 4 })
  await vi.waitFor(() => expect(received.at(-1)?.get('789')?.code).toBe('E104'), { timeout: 5_000 })
  stop()
})

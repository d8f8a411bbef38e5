import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import {
  createGatewaySwitch,
  readSwitchedOffGateways,
  switchedOffGatewaysPath,
  watchSwitchedOffGateways,
} from './switched-off-gateways.ts'

const folder = await mkdtemp(join(tmpdir(), 'switches-'))
const file = switchedOffGatewaysPath(folder)

afterAll(async () => rm(folder, { recursive: true }))

test('switches that are turned at once are all turned', async () => {
  const switches = createGatewaySwitch(file)
  await Promise.all(['1', '2', '3'].map(async (serial) => switches.set(serial, false)))
  await switches.set('2', true)
  expect(await switches.readOff()).toEqual(new Set(['1', '3']))
})

test('the gateways receive the switches that were turned', async () => {
  const received: ReadonlySet<string>[] = []
  const stop = watchSwitchedOffGateways(file, (off) => void received.push(off))
  await createGatewaySwitch(file).set('7', false)
  await vi.waitFor(() => expect(received.at(-1)).toContain('7'), { timeout: 5_000 })
  stop()
})

test('without a file that can be read all gateways are on', async () => {
  await writeFile(file, 'no JSON')
  expect(await readSwitchedOffGateways(file)).toEqual(new Set())
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { requestedFaultsPath, readRequestedFaults } from '#stand-ins/gateways/requested-faults.ts'
import { setDemoFault } from './set-demo-fault.ts'

const folder = await mkdtemp(join(tmpdir(), 'demo-'))

afterAll(async () => rm(folder, { recursive: true }))

const asked = async () => readRequestedFaults(requestedFaultsPath(folder))

test('a simulated gateway of the demo has a requested fault until it is requested to be well', async () => {
  expect(await setDemoFault(folder, ['fault', '929220810', 'E104'])).toBeNull()
  expect((await asked()).get('929220810')).toMatchObject({ code: 'E104', severity: 'ERROR' })
  expect(await setDemoFault(folder, ['well', '929220810'])).toBeNull()
  expect((await asked()).get('929220810')).toBeNull()
})

test.each([
  [[], /^Usage/u],
  [['fault', '929220810'], /^Usage/u],
  [['well', '929220810', 'E104'], /^Usage/u],
  [['fault', '929220810', 'E104', 'more'], /^Usage/u],
  [['break', '929220810'], /^Usage/u],
  [['fault', '000', 'E104'], /^000 is no simulated gateway/u],
  [['fault', '725954711', 'E104'], /no simulated gateway/u],
  [['fault', '929220810', '<b>'], /^<b> is no code/u],
])('%j is refused with a sentence', async (args, sentence) =>
  expect(await setDemoFault(folder, args)).toMatch(sentence),
)

test('without a demo an error says so', async () => {
  expect(await setDemoFault(join(folder, 'none'), ['well', '929220810'])).toMatch(/run "npm start" first\.$/u)
})

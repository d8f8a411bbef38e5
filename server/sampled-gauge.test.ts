import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { registerSampledGauge } from './sampled-gauge.ts'

const linesOf = async (registry: Registry): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('a gauge whose read fails has no value, and the other metrics are served', async () => {
  const registry = new Registry()
  let isAway = false
  const read = (value: number) => async () => (isAway ? Promise.reject(new Error('away')) : [{ value }])
  registerSampledGauge(registry, { name: 'plain', help: 'Plain', read: read(1) })
  const labelled = async () => (await read(2)()).map((sample) => ({ ...sample, labels: { channel: 'mail' } }))
  registerSampledGauge(registry, { name: 'labelled', help: 'With labels', labelNames: ['channel'], read: labelled })
  registerSampledGauge(registry, { name: 'other', help: 'Another', read: async () => [{ value: 3 }] })
  expect(await linesOf(registry)).toEqual(['plain 1', 'labelled{channel="mail"} 2', 'other 3'])
  isAway = true
  expect(await linesOf(registry)).toEqual(['other 3'])
  isAway = false
  expect(await linesOf(registry)).toEqual(['plain 1', 'labelled{channel="mail"} 2', 'other 3'])
})

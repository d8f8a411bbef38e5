import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { createRecordingLog } from '#test/identity/recording-log.ts'
import { createDamageRecorder } from './damage-recorder.ts'

test('a damaged day is logged with its gateway and its date, and counted', async () => {
  const registry = new Registry()
  const { log, lines } = createRecordingLog()
  const record = createDamageRecorder(registry, log)
  const day = Date.UTC(2026, 2, 12) / dayMs
  record({ gatewayId: 'a-gateway', day, error: new Error('The part is cut') })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'A day of telemetry is damaged; the rest is served',
    err: { message: 'The part is cut' },
    gatewayId: 'a-gateway',
    day: '2026-03-12',
  })
  expect(await registry.metrics()).toContain('gateway_portal_telemetry_damaged_total 1')
})

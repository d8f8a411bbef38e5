import { Counter, type Registry } from 'prom-client'
import { dayMs } from '#contract/durations.ts'
import type { Log } from '#server/log.ts'
import type { TelemetryDamage } from './read-reports.ts'

/** Records a packed day of telemetry that cannot be unpacked. The function must not throw. */
export type DamageRecorder = (damage: TelemetryDamage) => void

/** Creates a function that logs each damaged day with its gateway, and counts it. */
export function createDamageRecorder(registry: Registry, log: Log): DamageRecorder {
  const damageCounter = new Counter({
    name: 'gateway_portal_telemetry_damaged_total',
    help: 'Times that this process could not unpack a day of telemetry of a gateway; the log names both',
    registers: [registry],
  })
  return ({ gatewayId, day, error }) => {
    damageCounter.inc()
    const date = new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
    log.error({ err: error, gatewayId, day: date }, 'A day of telemetry is damaged; the rest is served')
  }
}

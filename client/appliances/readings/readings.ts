import * as z from 'zod/mini'
import type { GatewayNotification, Unit } from '#contract/push.ts'

/** A value of another type than the dictionary says is as if it were not there. */
const number = known((value) => (typeof value === 'number' ? value : undefined))
const mode = known((value) => (value === 'comfort' || value === 'setback' ? value : undefined))

function known<Value>(read: (value: unknown) => Value | undefined) {
  return z.optional(z.pipe(z.unknown(), z.transform(read)))
}

/** The unit `status` is left out: its status stands on the card already. */
const reported = {
  heatCurve: z.object({
    outdoorTemperature: number,
    flowTemperature: number,
    burnerModulation: number,
    compressorModulation: number,
  }),
  hc1: z.object({
    roomTemperature: number,
    operationMode: mode,
  }),
  dhw1: z.pipe(
    z.object({ temperature: number }),
    z.transform(({ temperature }) => ({ hotWaterTemperature: temperature })),
  ),
} satisfies Partial<Record<Unit, z.ZodMiniType>>

/** What the units of a gateway say. Temperatures in degrees Celsius, modulation in percent. */
export type Readings = {
  outdoorTemperature?: number | undefined
  flowTemperature?: number | undefined
  roomTemperature?: number | undefined
  hotWaterTemperature?: number | undefined
  burnerModulation?: number | undefined
  compressorModulation?: number | undefined
  operationMode?: 'comfort' | 'setback' | undefined
}

/** `at` is when it was measured, RFC 3339. */
export type ReadingsPush = { id: string; unit: Unit; at: string; readings: Readings }

/** What a notification says of a gateway's values; null where it says nothing that is shown. */
export function readingsPushOf(
  notification: Pick<GatewayNotification, 'resourceId' | 'unit' | 'payload' | 'timestamp'>,
): ReadingsPush | null {
  const { resourceId, unit, payload, timestamp } = notification
  if (unit === 'status') return null
  const parsed = reported[unit].safeParse(payload)
  return parsed.success ? { id: resourceId, unit, at: timestamp, readings: parsed.data } : null
}

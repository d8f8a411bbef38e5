import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ReadingId, ReadingName, ReadingValue } from '#contract/datapoints.ts'
import type { GatewayNotification, Unit } from '#contract/event-bus.ts'

/** The latest values of a gateway. Temperatures in degrees Celsius, modulation in per cent. */
export type Readings = { [Name in ReadingName]?: ReadingValue<Name> | undefined }

/**
 * The datapoint of a reading, and the function that reads its value. The function returns undefined for a value of
 * another type than that in `contract/datapoints.ts`.
 */
type Source<Name extends ReadingName> = { from: ReadingId<Name>; read(value: unknown): ReadingValue<Name> | undefined }

const sources: { [Name in ReadingName]: Source<Name> } = {
  outdoorTemperature: { from: 'heatCurve.outdoorTemperature', read: toNumber },
  flowTemperature: { from: 'heatCurve.flowTemperature', read: toNumber },
  burnerModulation: { from: 'heatCurve.burnerModulation', read: toNumber },
  compressorModulation: { from: 'heatCurve.compressorModulation', read: toNumber },
  roomTemperature: { from: 'hc1.roomTemperature', read: toNumber },
  operationMode: {
    from: 'hc1.operationMode',
    read: (value) => (value === 'comfort' || value === 'setback' ? value : undefined),
  },
  roomSetpoint: { from: 'hc1.roomSetpoint', read: toNumber },
  hotWaterTemperature: { from: 'dhw1.temperature', read: toNumber },
  hotWaterCharging: { from: 'dhw1.charging', read: (value) => (typeof value === 'boolean' ? value : undefined) },
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** The readings of one report. `at`: when they were measured, RFC 3339. */
export type ReadingsPush = { id: string; unit: Unit; at: string; readings: Readings }

/** Parses the values in a notification. Returns null for the unit `status`, which has no readings. */
export function parseReadingsPush(
  notification: Pick<GatewayNotification, 'resourceId' | 'unit' | 'payload' | 'timestamp'>,
): ReadingsPush | null {
  const { resourceId, unit, payload, timestamp } = notification
  if (unit === 'status') return null
  const sourceValues = Object.entries(sources).flatMap(([name, { from, read }]) => {
    const [ofUnit, key = ''] = from.split('.')
    return ofUnit === unit ? [[name, read(payload[key])] as const] : []
  })
  return { id: resourceId, unit, at: timestamp, readings: Object.fromEntries(sourceValues) }
}

/** The latest report of each unit; `at` is the newest measurement time, RFC 3339. */
export type LatestReadings = { at: string; byUnit: Partial<Record<Unit, ReadingsPush>> }

export type ReadingsState = Record<string, LatestReadings>

const initialState: ReadingsState = {}

/** The latest reports of each unit by appliance, from the event bus. Specification 14.1. */
export const readingsSlice = createSlice({
  name: 'readings',
  initialState,
  reducers: {
    /**
     * Replaces the previous report of the same unit; the reports of the other units stay. Ignores a report that is
     * older than the stored report.
     */
    readingsPushed(state, { payload }: PayloadAction<ReadingsPush>) {
      const { id, unit, at } = payload
      const current = state[id]
      if (isBefore(at, current?.byUnit[unit]?.at)) return
      const byUnit = { ...current?.byUnit, [unit]: payload }
      if (Object.values(byUnit).every(isEmpty)) delete state[id]
      else state[id] = { at: current && (isEmpty(payload) || isBefore(at, current.at)) ? current.at : at, byUnit }
    },
  },
})

export const { readingsPushed } = readingsSlice.actions

function isBefore(at: string, other = at): boolean {
  return Date.parse(at) < Date.parse(other)
}

function isEmpty({ readings }: ReadingsPush): boolean {
  return Object.values(readings).every((value) => value === undefined)
}

/** Returns the values of all units as one object. */
export function mergeReadings({ byUnit }: Pick<LatestReadings, 'byUnit'>): Readings {
  return Object.assign({}, ...Object.values(byUnit).map(({ readings }) => readings)) as Readings
}

/** The part of the store's state with the readings. */
export type WithReadings = { readings: ReadingsState }

/** Returns the readings of an appliance; undefined if none have arrived. */
export function selectReadings({ readings }: WithReadings, id: string): LatestReadings | undefined {
  return readings[id]
}

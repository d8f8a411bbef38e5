import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ReadingId, ReadingName, ReadingValue } from '#contract/datapoints.ts'
import type { GatewayNotification, Unit } from '#contract/push.ts'

/** What the units of a gateway say. Temperatures in degrees Celsius, modulation in percent. */
export type Readings = { [Name in ReadingName]?: ReadingValue<Name> | undefined }

/** Where a reading stands in the reports; a value of another type than the dictionary says is as if it were not there. */
type Source<Name extends ReadingName> = { from: ReadingId<Name>; read(value: unknown): ReadingValue<Name> | undefined }

const sources: { [Name in ReadingName]: Source<Name> } = {
  outdoorTemperature: { from: 'heatCurve.outdoorTemperature', read: number },
  flowTemperature: { from: 'heatCurve.flowTemperature', read: number },
  burnerModulation: { from: 'heatCurve.burnerModulation', read: number },
  compressorModulation: { from: 'heatCurve.compressorModulation', read: number },
  roomTemperature: { from: 'hc1.roomTemperature', read: number },
  operationMode: {
    from: 'hc1.operationMode',
    read: (value) => (value === 'comfort' || value === 'setback' ? value : undefined),
  },
  roomSetpoint: { from: 'hc1.roomSetpoint', read: number },
  hotWaterTemperature: { from: 'dhw1.temperature', read: number },
  hotWaterCharging: { from: 'dhw1.charging', read: (value) => (typeof value === 'boolean' ? value : undefined) },
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** `at` is when it was measured, RFC 3339. */
export type ReadingsPush = { id: string; unit: Unit; at: string; readings: Readings }

/** What a notification says of a gateway's values; null for the status, which stands on the card already. */
export function readingsPushOf(
  notification: Pick<GatewayNotification, 'resourceId' | 'unit' | 'payload' | 'timestamp'>,
): ReadingsPush | null {
  const { resourceId, unit, payload, timestamp } = notification
  if (unit === 'status') return null
  const said = Object.entries(sources).flatMap(([name, { from, read }]) => {
    const [ofUnit, key = ''] = from.split('.')
    return ofUnit === unit ? [[name, read(payload[key])] as const] : []
  })
  return { id: resourceId, unit, at: timestamp, readings: Object.fromEntries(said) }
}

/** What each unit said last; `at` is when the newest of it was measured, RFC 3339. */
export type ReadingsNow = { at: string; byUnit: Partial<Record<Unit, ReadingsPush>> }

export type ReadingsState = Record<string, ReadingsNow>

const initialState: ReadingsState = {}

/** What the units of each appliance said last, from the event bus. Specification 14.1. */
export const readingsSlice = createSlice({
  name: 'readings',
  initialState,
  reducers: {
    /** One unit reported: what it no longer says is gone, what others said stays. One that comes late says nothing. */
    readingsPushed(state, { payload }: PayloadAction<ReadingsPush>) {
      const { id, unit, at } = payload
      const known = state[id]
      if (isBefore(at, known?.byUnit[unit]?.at)) return
      const byUnit = { ...known?.byUnit, [unit]: payload }
      if (Object.values(byUnit).every(isEmpty)) delete state[id]
      else state[id] = { at: known && (isEmpty(payload) || isBefore(at, known.at)) ? known.at : at, byUnit }
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

/** All that the units of a gateway say, as one. */
export function allReadings({ byUnit }: Pick<ReadingsNow, 'byUnit'>): Readings {
  return Object.assign({}, ...Object.values(byUnit).map(({ readings }) => readings)) as Readings
}

/** The part of the page's state that belongs to this feature. */
export type WithReadings = { readings: ReadingsState }

/** Undefined while nothing is known. */
export function selectReadings({ readings }: WithReadings, id: string): ReadingsNow | undefined {
  return readings[id]
}

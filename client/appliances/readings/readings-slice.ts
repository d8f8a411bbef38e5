import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Unit } from '#contract/push.ts'
import type { Readings, ReadingsPush } from './readings.ts'

/** What each unit said last; `at` is when the newest of it was measured, RFC 3339. */
export type ReadingsNow = { at: string; byUnit: Partial<Record<Unit, Readings>> }

export type ReadingsState = Record<string, ReadingsNow>

const initialState: ReadingsState = {}

/** What the units of each appliance said last, from the event bus. Specification 14.1. */
export const readingsSlice = createSlice({
  name: 'readings',
  initialState,
  reducers: {
    /** One unit reported: what it no longer says is gone, what others said stays. */
    readingsPushed(state, { payload: { id, unit, at, readings } }: PayloadAction<ReadingsPush>) {
      const known = state[id]
      const byUnit = { ...known?.byUnit, [unit]: readings }
      if (Object.values(byUnit).every(isEmpty)) delete state[id]
      else state[id] = { at: known && isEmpty(readings) ? known.at : at, byUnit }
    },
  },
})

export const { readingsPushed } = readingsSlice.actions

function isEmpty(readings: Readings): boolean {
  return Object.values(readings).every((value) => value === undefined)
}

/** All that the units of a gateway say, as one. */
export function allReadings({ byUnit }: Pick<ReadingsNow, 'byUnit'>): Readings {
  return Object.assign({}, ...Object.values(byUnit)) as Readings
}

/** The part of the page's state that belongs to this feature. */
export type WithReadings = { readings: ReadingsState }

/** Undefined while nothing is known. */
export function selectReadings({ readings }: WithReadings, id: string): ReadingsNow | undefined {
  return readings[id]
}

import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { LiveConnection } from './connection.ts'

export type WithLive = { live: LiveConnection }

/** How the page hears of its appliances, for everything that shows it. */
export const liveSlice = createSlice({
  name: 'live',
  initialState: (): LiveConnection => ({ kind: 'signed-out' }),
  reducers: { liveChanged: (_, { payload }: PayloadAction<LiveConnection>) => payload },
})

export const { liveChanged } = liveSlice.actions

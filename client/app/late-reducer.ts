import type { Reducer } from '@reduxjs/toolkit'

/** A part of the state that stays as it is until its reducer has been loaded. */
export type LateReducer<S> = { reducer: Reducer<S>; fill(loaded: Reducer<S>): void }

export function createLateReducer<S>(initial: S): LateReducer<S> {
  let current: Reducer<S> = (state = initial) => state
  return {
    reducer: (state, action) => current(state, action),
    fill: (loaded) => {
      current = loaded
    },
  }
}

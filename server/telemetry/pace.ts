import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The milliseconds of work after which the event loop gets a turn. Work blocks the event loop for this time and one
 * short piece of work.
 */
const sliceMs = 3

/** Yields to the event loop if the current slice of work has lasted too long. Call it between short pieces of work. */
export type Pace = () => Promise<void>

export function createPace(): Pace {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < sliceMs) return
    await nextTurn()
    began = performance.now()
  }
}

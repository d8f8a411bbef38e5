import { setImmediate as nextTurn } from 'node:timers/promises'

/** So long the event loop may be kept from others. */
const sliceMs = 3

/** Lets others have the event loop once a slice of work has lasted too long: to be called between short pieces of work. */
export type Pace = () => Promise<void>

export function createPace(): Pace {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < sliceMs) return
    await nextTurn()
    began = performance.now()
  }
}

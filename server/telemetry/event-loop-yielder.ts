import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The time in ms for which work may block the event loop before other work runs. The last short part of the work can
 * exceed this time.
 */
const sliceMs = 3

/**
 * Yields to the event loop if work has blocked it for longer than `sliceMs`. Call this function between short pieces
 * of work.
 */
export type EventLoopYielder = () => Promise<void>

export function createEventLoopYielder(): EventLoopYielder {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < sliceMs) return
    await nextTurn()
    began = performance.now()
  }
}

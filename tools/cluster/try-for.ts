import { setTimeout as pause } from 'node:timers/promises'

const betweenTriesMs = 250

/** Repeats `attempt` until it succeeds. Rejects with the last error after `withinMs`. */
export async function tryFor<Result>(withinMs: number, attempt: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
    }
    await pause(betweenTriesMs)
  }
}

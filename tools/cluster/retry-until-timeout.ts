import { setTimeout as pause } from 'node:timers/promises'

const betweenTriesMs = 250

/** Repeats `attempt` until it succeeds. If it still fails after `withinMs`, rejects with the last error. */
export async function retryUntilTimeout<Result>(withinMs: number, attempt: () => Promise<Result>): Promise<Result> {
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

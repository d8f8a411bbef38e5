import { setTimeout as pause } from 'node:timers/promises'
import { lateAfterMs } from './lateness.ts'

/** One kind of load that is running, such as gateways or pages. */
export type RunningLoad = {
  /** Returns the number of gateways, pages or people that are late now. */
  behind(): number
  stop(): Promise<void>
}

/** A simulated person who repeats an action. */
export type DrillWorker = {
  /** Does the next action. Returns false if the action may have failed. The worker then counts as late. */
  next(): Promise<boolean>
  everyMs: number
}

/**
 * Makes each worker repeat its action until `stop`. A worker is late if its last action failed, or if the current
 * action takes longer than `lateAfterMs`.
 */
export function startDrillWorkers(workers: readonly DrillWorker[]): RunningLoad {
  const state = workers.map(() => ({ hasFailed: false, begunAt: Infinity }))
  const stopping = new AbortController()

  async function work(worker: DrillWorker, number: number): Promise<void> {
    const own = state[number]
    if (!own) return
    await pause(Math.random() * worker.everyMs)
    while (!stopping.signal.aborted) {
      own.begunAt = performance.now()
      own.hasFailed = !(await worker.next())
      own.begunAt = Infinity
      await pause(worker.everyMs * (0.75 + Math.random() / 2))
    }
  }

  const working = Promise.all(workers.map(work))
  return {
    behind: () =>
      state.filter(({ hasFailed, begunAt }) => hasFailed || performance.now() - begunAt > lateAfterMs).length,
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}

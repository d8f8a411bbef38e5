import type { Bus } from '#server/bus/bus.ts'
import { startWorker, type WorkerDependencies } from './worker.ts'

/** Files that one process makes at a time. */
export const filesAtOnce = 2

export type ExportsDependencies = Omit<WorkerDependencies, 'bus' | 'lookEveryMs'> & { bus: Bus; lookEveryMs?: number }

export type Exports = { stop(): Promise<void> }

const usualLookEveryMs = 2_000

/**
 * Makes the files that owners have requested, oldest first, in as many processes as there are. A file whose process is
 * killed is free at once: the next process that looks begins it again. Specification 15.6.
 */
export async function startExports({
  lookEveryMs = usualLookEveryMs,
  ...dependencies
}: ExportsDependencies): Promise<Exports> {
  const workers = Array.from({ length: filesAtOnce }, () => startWorker({ ...dependencies, lookEveryMs }))
  const wakeAll = (): void => workers.forEach((worker) => worker.wake())
  const subscription = await dependencies.bus.subscribe({
    onMessages: (messages) => {
      if (messages.some((message) => message.kind === 'export' && message.state === 'NOT_READY')) wakeAll()
    },
    onResync: wakeAll,
  })
  return {
    stop: async () => {
      subscription.close()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

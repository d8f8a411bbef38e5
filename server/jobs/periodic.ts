import type { Log } from '#server/log.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { tracedApart } from '#server/tracing.ts'
import { isOnlyOne, keepTransactionAlive } from './store.ts'

/** Work that has to be done now and then by one of the processes. Doing it twice does no harm. */
export type Job = {
  name: string
  everyMs: number
  /** `stopping` is aborted when the process ends: what is long stops between two pieces, and others go on with it. */
  run: (stopping: AbortSignal) => Promise<unknown>
}

export type PeriodicDependencies = { pool: Pool; log: Log }

export type Periodic = {
  /** No further run; resolves when the one under way has ended. */
  stop: () => Promise<void>
}

/** Runs a job now, and again `everyMs` after each run, while no other process is at it. A failure waits for the next. */
export function startPeriodic(dependencies: PeriodicDependencies, job: Job): Periodic {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running = turn()

  async function turn(): Promise<void> {
    await runAlone(dependencies, { ...job, run: async () => job.run(stopping.signal) })
    if (!stopping.signal.aborted) timer = setTimeout(() => void (running = turn()), job.everyMs)
  }

  async function stop(): Promise<void> {
    stopping.abort()
    clearTimeout(timer)
    await running
  }

  return { stop }
}

type Run = Pick<Job, 'name'> & { run: () => Promise<unknown> }

async function runAlone({ pool, log }: PeriodicDependencies, job: Run): Promise<void> {
  try {
    await inTransaction(pool, async (transaction) => {
      if (await isOnlyOne(transaction, job.name)) await holdWhile(transaction, job)
    })
  } catch (error) {
    log.error({ err: error, job: job.name }, 'A job failed; it runs again when its time comes')
  }
}

/** The server ends a transaction that is silent: then the process is taken for lost, and another does the job. */
const lifeEveryMs = 1_500

async function holdWhile(transaction: Transaction, { name, run }: Run): Promise<void> {
  const ended = new AbortController()
  const ending = tracedApart({ name: `job ${name}` }, async () => run()).finally(() => ended.abort())
  // Should the transaction be lost, the work comes to its end all the same; two at it do no harm.
  const [done, held] = await Promise.allSettled([ending, showLifeUntil(transaction, ended.signal)])
  if (done.status === 'rejected') throw done.reason
  if (held.status === 'rejected') throw held.reason
}

async function showLifeUntil(transaction: Transaction, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(lifeEveryMs, undefined, { signal }).catch(() => {})
    if (!signal.aborted) await keepTransactionAlive(transaction)
  }
}

import { CallError, type Failure } from './api.ts'
import type { CallDependencies } from './call-thunk.ts'

type Waiting = Pick<CallDependencies, 'wait' | 'isOffline'>

/** A request that was on its way when the answer was lost may still be done: the page looks a second time after this. */
const settleMs = 1_000

/** Milliseconds between two tries to read; the last one repeats. */
const readAgainMs = [1_000, 2_000, 3_000, 5_000] as const

/** How often a request is sent again while the server says that the first one is under way. */
const mostSendings = 5

const firstServerStatus = 500

/** Whether the request may have been done although no answer of the portal came. A gateway in between may have answered. */
export function isLostAnswer(failure: Failure): boolean {
  if (failure.kind === 'unexpected') return failure.status >= firstServerStatus
  if (failure.kind === 'refused') return failure.code === 'in-progress'
  return failure.kind === 'network' || failure.kind === 'timeout'
}

/** Whether the server may answer the same request otherwise later. */
export function isPassing(failure: Failure): boolean {
  return failure.kind === 'refused' && (failure.status === 429 || failure.status >= firstServerStatus)
}

/** Whether the browser knows of no network: what it is given to send does not leave it. */
export function unsentByOffline({ isOffline }: Waiting): boolean {
  return isOffline?.() ?? false
}

/** Sends; again, with the same key, as long as the server says that the first request is under way. */
export async function sendUntilAnswered<Result>(waiting: Waiting, send: () => Promise<Result>): Promise<Result> {
  for (let sendings = 1; ; sendings += 1) {
    try {
      return await send()
    } catch (error) {
      const failure = error instanceof CallError ? error.failure : null
      if (failure?.kind !== 'refused' || failure.code !== 'in-progress' || sendings === mostSendings) throw error
      await pause(waiting, (failure.retryAfterS ?? 1) * 1_000)
    }
  }
}

type Looking<Found> = {
  look(): Promise<Found | null>
  /** Called once, if the first try to read fails. */
  onUnreadable(): void
}

/** Looks until reading works, and a second time before it answers null. @throws CallError for a refusal to read */
export async function lookUntilSure<Found>(waiting: Waiting, { look, onUnreadable }: Looking<Found>) {
  let isTold = false

  async function lookUntilRead(): Promise<Found | null> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await look()
      } catch (error) {
        if (!(error instanceof CallError) || !isUnreadable(error.failure)) throw error
        if (!isTold) onUnreadable()
        isTold = true
        await pause(waiting, readAgainMs[tries] ?? Math.max(...readAgainMs))
      }
    }
  }

  const found = await lookUntilRead()
  if (found !== null) return found
  await pause(waiting, settleMs)
  return lookUntilRead()
}

/** Whether reading may work later. */
function isUnreadable(failure: Failure): boolean {
  return failure.kind === 'network' || failure.kind === 'timeout' || failure.kind === 'unexpected' || isPassing(failure)
}

async function pause({ wait }: Waiting, ms: number): Promise<void> {
  if (wait) return wait(ms)
  return new Promise((resolve) => setTimeout(resolve, ms))
}

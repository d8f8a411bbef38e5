import { CallError, type Failure } from './api.ts'
import type { CallDependencies } from './call-thunk.ts'

type Waiting = Pick<CallDependencies, 'wait' | 'isOffline'>

/**
 * A request that was in transit when the answer was lost may still be applied, so the page reads a second time after
 * this pause.
 */
const settleMs = 1_000

/** Milliseconds between two attempts to read; the last value repeats. */
const retryDelaysMs = [1_000, 2_000, 3_000, 5_000] as const

/** How often a request is sent again while the server says that the first one is in progress. */
const maxSendAttempts = 5

const firstServerStatus = 500

/**
 * Whether the request may have been applied although the portal's answer did not arrive. An answer may come from a
 * proxy instead.
 */
export function isLostAnswer(failure: Failure): boolean {
  if (failure.kind === 'unexpected') return failure.status >= firstServerStatus
  if (failure.kind === 'refused') return failure.code === 'in-progress'
  return failure.kind === 'network' || failure.kind === 'timeout'
}

/** Whether the same request may get a different answer later. */
export function isPassing(failure: Failure): boolean {
  return failure.kind === 'refused' && (failure.status === 429 || failure.status >= firstServerStatus)
}

/** Whether the browser has no network, so that requests do not leave it. */
export function unsentByOffline({ isOffline }: Waiting): boolean {
  return isOffline?.() ?? false
}

/** Sends the request, and repeats it with the same key while the server says that the first one is in progress. */
export async function sendUntilAnswered<Result>(waiting: Waiting, send: () => Promise<Result>): Promise<Result> {
  for (let sendings = 1; ; sendings += 1) {
    try {
      return await send()
    } catch (error) {
      const failure = error instanceof CallError ? error.failure : null
      if (failure?.kind !== 'refused' || failure.code !== 'in-progress' || sendings === maxSendAttempts) throw error
      await pause(waiting, (failure.retryAfterS ?? 1) * 1_000)
    }
  }
}

type ReadAttempt<Found> = {
  read(): Promise<Found | null>
  /** Called once, if the first read fails. */
  onUnreadable(): void
}

/** Reads until it succeeds, and a second time before it returns null. @throws CallError if the read is refused */
export async function readUntilSure<Found>(waiting: Waiting, { read, onUnreadable }: ReadAttempt<Found>) {
  let isReported = false

  async function readUntilAnswered(): Promise<Found | null> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof CallError) || !isUnreadable(error.failure)) throw error
        if (!isReported) onUnreadable()
        isReported = true
        await pause(waiting, retryDelaysMs[tries] ?? Math.max(...retryDelaysMs))
      }
    }
  }

  const found = await readUntilAnswered()
  if (found !== null) return found
  await pause(waiting, settleMs)
  return readUntilAnswered()
}

/** Whether a later read may succeed. */
function isUnreadable(failure: Failure): boolean {
  return failure.kind === 'network' || failure.kind === 'timeout' || failure.kind === 'unexpected' || isPassing(failure)
}

async function pause({ wait }: Waiting, ms: number): Promise<void> {
  if (wait) return wait(ms)
  return new Promise((resolve) => setTimeout(resolve, ms))
}

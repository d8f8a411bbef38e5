import { CallError, type CallFailure } from './api-call.ts'
import type { CallDependencies } from './call-thunk.ts'

type Waiting = Pick<CallDependencies, 'wait' | 'isOffline'>

/**
 * The pause before the second read of a resource, in ms. At the first read, the request whose answer was lost may still
 * be on its way to the database.
 */
const settleMs = 1_000

/** The pauses between attempts to read, in ms. After the last entry, the last pause repeats. */
const retryDelaysMs = [1_000, 2_000, 3_000, 5_000] as const

/** The maximum number of attempts while the server answers that the first request is in progress. */
const maxSendAttempts = 5

const firstServerStatus = 500

/**
 * Whether the portal may have applied the request although its answer did not arrive. A proxy may have answered
 * instead.
 */
export function isLostAnswer(failure: CallFailure): boolean {
  if (failure.kind === 'unexpected') return failure.status >= firstServerStatus
  if (failure.kind === 'refused') return failure.code === 'in-progress'
  return failure.kind === 'network' || failure.kind === 'timeout'
}

/** Whether the same request may succeed later: the server refused it because of a rate limit or an error of its own. */
export function isTransientFailure(failure: CallFailure): boolean {
  return failure.kind === 'refused' && (failure.status === 429 || failure.status >= firstServerStatus)
}

/** Whether the browser has no network, so that it cannot send requests. */
export function isBrowserOffline({ isOffline }: Waiting): boolean {
  return isOffline?.() ?? false
}

/**
 * Sends a request. While the server answers that an earlier attempt is in progress, sends the request again after the
 * requested pause. @throws CallError if the last attempt fails
 */
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
  /** Called once, after the first failed read. */
  onUnreadable(): void
}

/**
 * Reads until the server answers. If the result is null, waits a second and reads once more. @throws CallError if the
 * read is refused
 */
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

  const answer = await readUntilAnswered()
  if (answer !== null) return answer
  await pause(waiting, settleMs)
  return readUntilAnswered()
}

/** Whether the failure may be temporary, so that a later read may succeed. */
function isUnreadable(failure: CallFailure): boolean {
  return (
    failure.kind === 'network' ||
    failure.kind === 'timeout' ||
    failure.kind === 'unexpected' ||
    isTransientFailure(failure)
  )
}

async function pause({ wait }: Waiting, ms: number): Promise<void> {
  if (wait) return wait(ms)
  return new Promise((resolve) => setTimeout(resolve, ms))
}

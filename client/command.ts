import { CallError, isRefusedWith } from './api-call.ts'
import { type CallDependencies, createCallThunk } from './call-thunk.ts'
import { isLostAnswer, isTransientFailure, readUntilSure, sendUntilAnswered, isBrowserOffline } from './lost-answers.ts'
import { outcomeUnknown } from './outcomes-slice.ts'
import { createRandomId } from './random-id.ts'

/** The result of reading the resource after a lost answer: `result` if the change was made, null if not. */
export type ConfirmedChange<Result> = { result: Result } | null

type Attempt<Before> = {
  /** The Idempotency-Key of a POST request. The server makes the change only once for each key. Specification 13.11. */
  key: string
  before: Before
}

export type CommandSteps<Result, Input, State, Before> = {
  send(input: Input, dependencies: CallDependencies, attempt: Attempt<Before>): Promise<Result>
  /** After a lost answer, reads the resource again. Returns the change if the resource has it. */
  find(input: Input, dependencies: CallDependencies, attempt: Attempt<Before>): Promise<ConfirmedChange<Result>>
  /** Reads a value of the app's state before the request is sent, for `find` to compare with the resource later. */
  before?(input: Input, state: State): Before
  /**
   * Set for a command that the app sends without an action of the person. The app then shows no message while the
   * outcome is unknown.
   */
  isQuiet?: boolean
}

/** The types of all commands, for the test that checks each of them. */
export const commandTypes = new Set<string>()

/** Returns `read` as the found change if `read` is defined and `isDone` accepts it; otherwise null. */
export function confirmChangeIfDone<Result>(
  read: Result | undefined,
  isDone: (read: Result) => boolean,
): ConfirmedChange<Result> {
  return read !== undefined && isDone(read) ? { result: read } : null
}

/**
 * Returns the outcome of a deletion whose answer was lost: a change without a value if the resource no longer exists,
 * otherwise null.
 */
export function confirmDeletionIfGone(isGoneNow: boolean): ConfirmedChange<void> {
  return isGoneNow ? { result: undefined } : null
}

/** Returns whether `read` fails because the resource does not exist. Other failures are thrown. */
export async function isResourceGone(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return false
  } catch (error) {
    if (error instanceof CallError && isRefusedWith(error.failure, 'not-found')) return true
    throw error
  }
}

/** The Idempotency-Keys of attempts with an unknown outcome, by command and input. Each Redux store has its own map. */
const keysOf = new WeakMap<CallDependencies, Map<string, string>>()

/**
 * Creates a thunk that changes data on the server. If the answer is lost, the thunk reads the resource again. The thunk
 * is fulfilled if the change was made, rejected if not, and pending while the read fails.
 *
 * While the outcome of a command is unknown, a repeated command with the same input has the same Idempotency-Key.
 * Specification 8.7.
 */
export function createCommand<Result, Input = void, State = unknown, Before = undefined>(
  type: string,
  { send, find, before, isQuiet = false }: CommandSteps<Result, Input, State, Before>,
) {
  commandTypes.add(type)
  return createCallThunk<Result, Input>(type, async (input, dependencies, { dispatch, getState, requestId }) => {
    const keys = keysFor(dependencies)
    const callText = `${type} ${JSON.stringify(input)}`
    const isRepeat = keys.has(callText)
    const attempt = {
      key: keys.get(callText) ?? createRandomId(),
      before: before?.(input, getState() as State) as Before,
    }
    const isOffline = isBrowserOffline(dependencies)
    try {
      const result = await sendUntilAnswered(dependencies, async () => send(input, dependencies, attempt))
      keys.delete(callText)
      return result
    } catch (error) {
      if (!(error instanceof CallError) || isOffline) throw error
      const isLost = isLostAnswer(error.failure)
      if (isLost || isTransientFailure(error.failure)) keys.set(callText, attempt.key)
      // If the server refuses a repeated request, the first request may have succeeded. A read of the resource shows
      // whether it did.
      if (!isLost && !(isRepeat && error.failure.kind === 'refused' && !isTransientFailure(error.failure))) throw error
      const answer = await readUntilSure(dependencies, {
        read: async () => find(input, dependencies, attempt),
        onUnreadable: () => void (isQuiet || dispatch(outcomeUnknown({ requestId, type }))),
      })
      if (answer !== null || !isLost) keys.delete(callText)
      if (answer === null) throw error
      return answer.result
    }
  })
}

function keysFor(dependencies: CallDependencies): Map<string, string> {
  const existingKeys = keysOf.get(dependencies)
  if (existingKeys) return existingKeys
  const keys = new Map<string, string>()
  keysOf.set(dependencies, keys)
  return keys
}

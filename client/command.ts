import { CallError } from './api.ts'
import { type CallDependencies, createCallThunk } from './call-thunk.ts'
import { isLostAnswer, isPassing, readUntilSure, sendUntilAnswered, unsentByOffline } from './lost-answers.ts'
import { outcomeUnknown } from './outcomes-slice.ts'
import { randomId } from './random-id.ts'

/** The result of reading the resource again: the change was made, with this result. Null if it was not made. */
export type FoundChange<Result> = { result: Result } | null

type Attempt<Before> = {
  /**
   * The Idempotency-Key of the POST request: the server does a request with the same key only once. Specification
   * 13.11.
   */
  key: string
  before: Before
}

export type CommandSteps<Result, Input, State, Before> = {
  send(input: Input, dependencies: CallDependencies, attempt: Attempt<Before>): Promise<Result>
  /** Reads the resource again after a lost answer, and decides whether the change was made. */
  find(input: Input, dependencies: CallDependencies, attempt: Attempt<Before>): Promise<FoundChange<Result>>
  /** Captures the state before the request, if `find` needs it. */
  before?(input: Input, state: State): Before
  /** Set for a command that no person requested: the page shows nothing while its outcome is unknown. */
  isQuiet?: boolean
}

/** The names of all commands that were created. */
export const commandTypes = new Set<string>()

/** The result for a resource that shows the change if `isDone` accepts it. */
export function changeIfDone<Result>(read: Result | undefined, isDone: (read: Result) => boolean): FoundChange<Result> {
  return read !== undefined && isDone(read) ? { result: read } : null
}

/** The result for a deletion: the change was made if the resource no longer exists. */
export function deletionIfGone(isGoneNow: boolean): FoundChange<void> {
  return isGoneNow ? { result: undefined } : null
}

/** Whether the resource no longer exists. */
export async function isGone(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return false
  } catch (error) {
    if (error instanceof CallError && error.failure.kind === 'refused' && error.failure.code === 'not-found')
      return true
    throw error
  }
}

/** The keys of attempts with a lost answer, by command and input; each page has its own. */
const keysOf = new WeakMap<CallDependencies, Map<string, string>>()

/**
 * Creates a thunk that changes data on the server. If the answer is lost, the page reads the resource again: the
 * thunk is fulfilled if the change was made, rejected if not, and pending while reading fails. A repeat with the same
 * input uses the key of the lost attempt. Specification 8.7.
 */
export function createCommand<Result, Input = void, State = unknown, Before = undefined>(
  type: string,
  { send, find, before, isQuiet = false }: CommandSteps<Result, Input, State, Before>,
) {
  commandTypes.add(type)
  return createCallThunk<Result, Input>(type, async (input, dependencies, { dispatch, getState, requestId }) => {
    const keys = keysFor(dependencies)
    const wanted = `${type} ${JSON.stringify(input)}`
    const isRepeat = keys.has(wanted)
    const attempt = { key: keys.get(wanted) ?? randomId(), before: before?.(input, getState() as State) as Before }
    const isOffline = unsentByOffline(dependencies)
    try {
      const result = await sendUntilAnswered(dependencies, async () => send(input, dependencies, attempt))
      keys.delete(wanted)
      return result
    } catch (error) {
      if (!(error instanceof CallError) || isOffline) throw error
      const isLost = isLostAnswer(error.failure)
      if (isLost || isPassing(error.failure)) keys.set(wanted, attempt.key)
      // A refused repeat may mean that the first attempt succeeded, so the resource is read again.
      if (!isLost && !(isRepeat && error.failure.kind === 'refused' && !isPassing(error.failure))) throw error
      const found = await readUntilSure(dependencies, {
        read: async () => find(input, dependencies, attempt),
        onUnreadable: () => void (isQuiet || dispatch(outcomeUnknown({ requestId, type }))),
      })
      if (found !== null || !isLost) keys.delete(wanted)
      if (found === null) throw error
      return found.result
    }
  })
}

function keysFor(dependencies: CallDependencies): Map<string, string> {
  const existing = keysOf.get(dependencies)
  if (existing) return existing
  const keys = new Map<string, string>()
  keysOf.set(dependencies, keys)
  return keys
}

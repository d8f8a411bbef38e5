import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiCall, CallFailure } from './api-call.ts'
import { callFailureOf, useCallDependencies } from './call-thunk.ts'

export type LoadedValue<Value> = {
  /** The value of the last successful load; null before the first one. */
  value: Value | null
  hasFailed: boolean
  /** The failure of the last load; undefined if it succeeded, or if an internal error caused it. */
  failure: CallFailure | undefined
  load(): Promise<void>
  /** Changes the loaded value without another load. */
  change(of: (value: Value) => Value): void
}

type State<Value> = Omit<LoadedValue<Value>, 'load' | 'change'>

const nothing = { value: null, hasFailed: false, failure: undefined }

/**
 * Loads a value about `subject`, and loads it again whenever `subject` is another object or text. `read` must be the
 * same function at each rendering.
 */
export function useLoadedValue<Value, Subject>(
  read: (call: ApiCall, subject: Subject) => Promise<Value>,
  subject: Subject,
): LoadedValue<Value> {
  const { call } = useCallDependencies()
  const [state, setState] = useState<State<Value>>(nothing)
  /** The number of loads and changes. The answer to a load is ignored if it has increased since the load began. */
  const turns = useRef(0)

  const load = useCallback(async () => {
    const turn = (turns.current += 1)
    const nextState = await read(call, subject).then(
      (value) => () => ({ ...nothing, value }),
      (error: unknown) => {
        const failure = callFailureOf(error)
        return ({ value }: State<Value>) => ({ value, hasFailed: true, failure })
      },
    )
    if (turn === turns.current) setState(nextState)
  }, [call, read, subject])

  useEffect(() => {
    const loadFirst = async (): Promise<void> => load()
    void loadFirst()
  }, [load])

  function change(of: (value: Value) => Value): void {
    // Without a value, there is nothing to change, and the first load must not be ignored.
    if (state.value !== null) turns.current += 1
    setState((before) => ({ ...before, value: before.value === null ? null : of(before.value) }))
  }

  return { ...state, load, change }
}

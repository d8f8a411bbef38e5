import { useCallback, useEffect, useState } from 'react'
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
  const [state, setState] = useState<Omit<LoadedValue<Value>, 'load' | 'change'>>(nothing)

  const load = useCallback(async () => {
    try {
      setState({ ...nothing, value: await read(call, subject) })
    } catch (error) {
      setState(({ value }) => ({ value, hasFailed: true, failure: callFailureOf(error) }))
    }
  }, [call, read, subject])

  useEffect(() => {
    const loadFirst = async (): Promise<void> => load()
    void loadFirst()
  }, [load])

  function change(of: (value: Value) => Value): void {
    setState((before) => ({ ...before, value: before.value === null ? null : of(before.value) }))
  }

  return { ...state, load, change }
}

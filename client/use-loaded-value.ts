import { useCallback, useEffect, useState } from 'react'
import { type createCallThunk, useCallDispatch } from './call-thunk.ts'

export type LoadedValue<Value> = {
  /** The value of the last successful load; null before the first one. */
  value: Value | null
  hasFailed: boolean
  load(): Promise<void>
}

/** Loads a value about `subject`, and loads it again whenever `subject` is another object. */
export function useLoadedValue<Value>(
  thunk: ReturnType<typeof createCallThunk<Value, { id: string }>>,
  subject: { id: string },
): LoadedValue<Value> {
  const dispatch = useCallDispatch()
  const [state, setState] = useState<Omit<LoadedValue<Value>, 'load'>>({ value: null, hasFailed: false })

  const load = useCallback(async () => {
    const answer = await dispatch(thunk(subject))
    setState(({ value }) =>
      thunk.fulfilled.match(answer) ? { value: answer.payload, hasFailed: false } : { value, hasFailed: true },
    )
  }, [dispatch, thunk, subject])

  useLoadEffect(load)
  return { ...state, load }
}

/** Calls `load` when the component is first shown, and again whenever `load` is another function. */
export function useLoadEffect(load: () => Promise<void>): void {
  useEffect(() => {
    const loadFirst = async (): Promise<void> => load()
    void loadFirst()
  }, [load])
}

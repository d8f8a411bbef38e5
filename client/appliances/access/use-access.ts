import { useCallback, useEffect, useState } from 'react'
import type { Access } from '#contract/access.ts'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { loadAccess } from './access-calls.ts'

export type AccessState = {
  /** The people, companies and clients with access; null until they are read. */
  access: Access | null
  hasFailed: boolean
  read(): Promise<void>
}

/** Reads who has access to an appliance, and again whenever the page stores a new state of the appliance. */
export function useAccess(appliance: Appliance): AccessState {
  const dispatch = useCallDispatch()
  const [state, setState] = useState<Omit<AccessState, 'read'>>({ access: null, hasFailed: false })

  const read = useCallback(async () => {
    const answer = await dispatch(loadAccess(appliance))
    setState((before) =>
      loadAccess.fulfilled.match(answer)
        ? { access: answer.payload, hasFailed: false }
        : { access: before.access, hasFailed: true },
    )
  }, [dispatch, appliance])

  useEffect(() => {
    const readFirst = async (): Promise<void> => read()
    void readFirst()
  }, [read])

  return { ...state, read }
}

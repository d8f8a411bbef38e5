import { useCallback, useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { selectIsPolling, type WithAppliances } from '../select.ts'
import { useApplianceDispatch } from '../use-dispatch.ts'
import { loadDataExports } from './data-export-calls.ts'
import { type DataExportsOf, selectDataExports, type WithDataExports } from './data-exports-slice.ts'

/** How often the list is read while something is being made and no socket tells of it. */
const pollEveryMs = 10_000

export type DataExportsControl = Pick<DataExportsOf, 'list' | 'loading'> & { load(): Promise<unknown> }

/** The requests of an appliance: read when the page opens, kept fresh by push, and by polling while there is none. */
export function useDataExports(applianceId: string): DataExportsControl {
  const dispatch = useApplianceDispatch()
  const { list, loading } = useSelector((state: WithDataExports) => selectDataExports(state, applianceId))
  const isDown = useSelector((state: WithAppliances) => selectIsPolling(state))
  const wasDown = useRef(isDown)
  const load = useCallback(() => dispatch(loadDataExports(applianceId)), [dispatch, applianceId])
  const isOpen = list?.items.some(({ state }) => state === 'NOT_READY') ?? false

  useEffect(() => void load(), [load])

  useEffect(() => {
    // What was told while the socket was down is read.
    if (wasDown.current && !isDown) void load()
    wasDown.current = isDown
    if (!isDown || !isOpen) return undefined
    const timer = setInterval(() => void load(), pollEveryMs)
    return () => clearInterval(timer)
  }, [isDown, isOpen, load])

  return { list, loading, load }
}

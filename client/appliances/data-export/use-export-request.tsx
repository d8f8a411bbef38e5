import { useState } from 'react'
import { useSelector } from 'react-redux'
import type { ExportRequest } from '#contract/data-export.ts'
import type { CallFailure } from '#client/api-call.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ArrivingCallout } from '#client/ui/callout/arriving-callout.tsx'
import { useCallDispatch } from '#client/call-thunk.ts'
import styles from './data-export.module.css'
import { requestDataExport, selectDataExports, type WithDataExports } from './data-exports-slice.ts'

type RequestingControl = {
  /** Whether this form is sending. */
  isSending: boolean
  /** Whether another form of the page is sending. Only one request can be sent at a time. */
  isBlocked: boolean
  /** Whether the server refused the last request because too many requests are in progress. Specification 15.5. */
  isRefused: boolean
  /** Returns the failure; null if the export was requested. */
  sendExportRequest(request: ExportRequest): Promise<CallFailure | null>
}

export type UseExportRequestOptions = {
  applianceId: string
  /** Called after a successful request, if the component is still mounted. */
  onRequested(): void
}

/** Returns the state of the requests that one form of the page sends, and the function that sends a request. */
export function useExportRequest({ applianceId, onRequested }: UseExportRequestOptions): RequestingControl {
  const dispatch = useCallDispatch()
  const isUnderWay = useSelector(
    (state: WithDataExports) => selectDataExports(state, applianceId).requesting.kind === 'loading',
  )
  const [isSending, setSending] = useState(false)
  const [isRefused, setRefused] = useState(false)

  async function sendExportRequest(request: ExportRequest): Promise<CallFailure | null> {
    const waitsAt = document.activeElement
    setSending(true)
    setRefused(false)
    const action = await dispatch(requestDataExport({ applianceId, request }))
    setSending(false)
    const failure = requestDataExport.rejected.match(action) ? (action.payload ?? { kind: 'network' as const }) : null
    setRefused(failure?.kind === 'refused' && failure.code === 'exports-open')
    if (failure === null && document.activeElement === waitsAt) onRequested()
    return failure
  }

  return { isSending, isBlocked: isUnderWay && !isSending, isRefused, sendExportRequest }
}

/** Says that the server refused a request because too many requests are in progress. Specification 15.5. */
export function TooManyExportsNote({ isShown }: { isShown: boolean }) {
  const { t } = useTexts()
  return (
    <div aria-live="polite" className={styles.announcement}>
      {isShown && <ArrivingCallout tone="warning">{t('data-export.exports-open')}</ArrivingCallout>}
    </div>
  )
}

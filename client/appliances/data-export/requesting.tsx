import { useState } from 'react'
import { useSelector } from 'react-redux'
import type { ExportRequest } from '#contract/data-export.ts'
import type { Failure } from '#client/api.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ArrivingCallout } from '#client/ui/callout/arriving-callout.tsx'
import { useCallDispatch } from '#client/call-thunk.ts'
import styles from './data-export.module.css'
import { requestDataExport, selectDataExports, type WithDataExports } from './data-exports-slice.ts'

type RequestingControl = {
  /** Whether this place is sending. */
  isSending: boolean
  /** Whether another place of the page is: one request at a time. */
  isBlocked: boolean
  /** Whether the last try was refused because too many are under way. Specification 15.5. */
  isRefused: boolean
  /** Answers why nothing was requested; null when it was. */
  send(request: ExportRequest): Promise<Failure | null>
}

export type RequestingInput = {
  applianceId: string
  /** It was requested, and the person still waits for it. */
  onRequested(): void
}

/** A place of the page from which exports of an appliance are requested. */
export function useRequesting({ applianceId, onRequested }: RequestingInput): RequestingControl {
  const dispatch = useCallDispatch()
  const isUnderWay = useSelector(
    (state: WithDataExports) => selectDataExports(state, applianceId).requesting.kind === 'loading',
  )
  const [isSending, setSending] = useState(false)
  const [isRefused, setRefused] = useState(false)

  async function send(request: ExportRequest): Promise<Failure | null> {
    const waitsAt = document.activeElement
    setSending(true)
    setRefused(false)
    const sent = await dispatch(requestDataExport({ applianceId, request }))
    setSending(false)
    const failure = requestDataExport.rejected.match(sent) ? (sent.payload ?? { kind: 'network' as const }) : null
    setRefused(failure?.kind === 'refused' && failure.code === 'exports-open')
    if (failure === null && document.activeElement === waitsAt) onRequested()
    return failure
  }

  return { isSending, isBlocked: isUnderWay && !isSending, isRefused, send }
}

/** Why a request was refused: as many as may be are under way. Specification 15.5. */
export function TooManyOpen({ isTold }: { isTold: boolean }) {
  const { t } = useTexts()
  return (
    <div aria-live="polite" className={styles.told}>
      {isTold && <ArrivingCallout tone="warning">{t('data-export.exports-open')}</ArrivingCallout>}
    </div>
  )
}

import { useState } from 'react'
import { oneAtATime } from './one-at-a-time.ts'
import type { Action } from './one-at-a-time.ts'

/** Sends once, however often it is asked to while the first sending is under way. */
export function useSendOnce(action: Action | undefined): { isSending: boolean; send: () => void } {
  const [isSending, setSending] = useState(false)
  const [run] = useState(() => oneAtATime(setSending))
  return { isSending, send: () => action && run(action) }
}

import { useRef, useState } from 'react'

type Action = () => void | Promise<unknown>

/**
 * Sends once, however often it is asked to while the first sending is under way.
 * A rejection stays unhandled on purpose: the caller's promise is the caller's to handle.
 */
export function useSendOnce(action: Action | undefined): { isSending: boolean; send: () => void } {
  const [isSending, setSending] = useState(false)
  const underWay = useRef(false)

  function settle() {
    underWay.current = false
    setSending(false)
  }

  function send() {
    if (!action || underWay.current) return
    const result = action()
    if (!(result instanceof Promise)) return
    underWay.current = true
    setSending(true)
    void result.finally(settle)
  }

  return { isSending, send }
}

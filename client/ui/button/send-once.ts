import { useState } from 'react'

/** Sends once, however often it is asked to while the first sending is under way. */
export function useSendOnce(action: Action | undefined): { isSending: boolean; send: () => void } {
  const [isSending, setSending] = useState(false)
  const [run] = useState(() => oneAtATime(setSending))
  return { isSending, send: () => action && run(action) }
}

/** What a press does; a promise means that it is under way until it settles. */
type Action = () => void | Promise<unknown>

/**
 * Runs actions unless the one before is still under way: a double click sends once.
 * A rejection is the caller's to handle; here it only ends the waiting.
 *
 * @param onChange told when a wait begins and when it ends
 */
export function oneAtATime(onChange: (isUnderWay: boolean) => void): (action: Action) => void {
  let isUnderWay = false

  function settle() {
    isUnderWay = false
    onChange(false)
  }

  return (action) => {
    if (isUnderWay) return
    const result = action()
    if (!(result instanceof Promise)) return
    isUnderWay = true
    onChange(true)
    void result.finally(settle)
  }
}

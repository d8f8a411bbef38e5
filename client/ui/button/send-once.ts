import { useState } from 'react'

/** Returns a function that runs the action. Calls are ignored while a run is pending. */
export function useSendOnce(action: Action | undefined): { isSending: boolean; send: () => void } {
  const [isSending, setSending] = useState(false)
  const [run] = useState(() => createSingleRunner(setSending))
  return { isSending, send: () => action && run(action) }
}

/** The action of a press. If it returns a promise, the action is pending until the promise settles. */
type Action = () => void | Promise<unknown>

/**
 * Runs an action unless the previous one is still pending, so that a double click sends only once. The caller must
 * handle rejections; the runner only ends the pending state.
 *
 * @param onChange called when the pending state begins and ends
 */
export function createSingleRunner(onChange: (isUnderWay: boolean) => void): (action: Action) => void {
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

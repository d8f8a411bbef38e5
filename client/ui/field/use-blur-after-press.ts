import { useEffect, useEffectEvent, useRef } from 'react'

const ends = ['pointerup', 'pointercancel'] as const

/**
 * Returns a handler that reports a blur after the press that caused it has ended. An earlier report would show an error
 * under the field, and the error would move the pressed button away.
 */
export function useBlurAfterPress(onBlur: (() => void) | undefined): () => void {
  const isPressed = useRef(false)
  const waits = useRef(false)
  const report = useEffectEvent(() => onBlur?.())

  useEffect(() => {
    const abortController = new AbortController()
    const options = { capture: true, signal: abortController.signal }
    document.addEventListener('pointerdown', () => (isPressed.current = true), options)
    for (const end of ends) document.addEventListener(end, released, options)
    return () => abortController.abort()

    function released() {
      isPressed.current = false
      if (!waits.current) return
      waits.current = false
      // Waits for the click event, which follows directly after the release.
      setTimeout(() => report())
    }
  }, [])

  return () => {
    if (isPressed.current) waits.current = true
    else onBlur?.()
  }
}

import { useEffect } from 'react'
import type { RefObject } from 'react'

type Closing = { isOpen: boolean; navigation: RefObject<HTMLElement | null>; onClose: () => void }

/** Closes the opened navigation by Escape, and by a press elsewhere than on it or the button that opens it. */
export function useClosing({ isOpen, navigation, onClose }: Closing): void {
  useEffect(() => {
    const opened = navigation.current
    if (!isOpen || !opened) return undefined
    const toggle = document.querySelector<HTMLElement>(`[aria-controls="${opened.id}"]`)
    const listening = new AbortController()
    const { signal } = listening

    document.addEventListener('keydown', (event) => event.key === 'Escape' && closeAndReturn(), { signal })
    document.addEventListener('pointerdown', (event) => isElsewhere(event.target) && onClose(), { signal })
    return () => listening.abort()

    function closeAndReturn() {
      onClose()
      toggle?.focus()
    }

    function isElsewhere(target: EventTarget | null) {
      return target instanceof Node && !opened?.contains(target) && !toggle?.contains(target)
    }
  })
}

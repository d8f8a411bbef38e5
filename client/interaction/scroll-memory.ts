import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useArrivedBy, useLocation } from '#client/router/router-context.ts'
import { changeEntry, isEntryOf, readEntry } from './entry-memory.ts'
import { holdPosition } from './hold-position.ts'

/** The pause before a position is stored: browsers allow only about a hundred changes of the history in half a minute. */
const restMs = 200

/** Stores the scroll position of each history entry. Each function returns a function that stops it. */
export type ScrollMemory = {
  /**
   * Stores the position whenever scrolling pauses, and before the page closes. `shownKey`: the key of the shown
   * entry.
   */
  watch(shownKey: () => string): () => void
  /**
   * Restores the position of the entry, and again whenever the page changes its length, until the person scrolls:
   * parts above the position may load late. `isNew`: the page was just loaded and is at its top.
   */
  bringBack(options: { isNew: boolean }): () => void
}

export function createScrollMemory(page: Window): ScrollMemory {
  /** Positions during the restoration are not stored. */
  let isReturning = false

  function watch(shownKey: () => string): () => void {
    const listening = new AbortController()
    const { signal } = listening
    let timer: ReturnType<typeof setTimeout> | undefined
    page.history.scrollRestoration = 'manual'
    page.addEventListener('scroll', rest, { signal, passive: true })
    page.addEventListener('click', remember, { signal, capture: true })
    page.addEventListener('pagehide', remember, { signal })
    return () => {
      listening.abort()
      clearTimeout(timer)
    }

    function rest(): void {
      clearTimeout(timer)
      timer = setTimeout(remember, restMs)
    }

    /** Stores the position, unless Back has changed the entry before its page is shown. */
    function remember(): void {
      clearTimeout(timer)
      const scrolled = Math.round(page.scrollY)
      if (isReturning || !isEntryOf(shownKey()) || scrolled === (readEntry().scrolled ?? 0)) return
      changeEntry({ scrolled })
    }
  }

  function bringBack({ isNew }: { isNew: boolean }): () => void {
    const wanted = readEntry().scrolled ?? 0
    // Returns early, because reading the position would force a layout.
    if (isNew && wanted === 0) return () => undefined
    page.scrollTo(0, wanted)
    if (wanted === 0) return () => undefined
    isReturning = true
    return holdPosition(
      page,
      () => page.scrollTo(0, wanted),
      () => {
        isReturning = false
      },
    )
  }

  return { watch, bringBack }
}

/** Back, forward and reload restore the scroll position; a new page starts at its top. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const by = useArrivedBy()
  const [memory] = useState(() => createScrollMemory(window))
  const shown = useRef(key)
  const shownPath = useRef(pathname)
  const isNew = useRef(true)

  useEffect(() => memory.watch(() => shown.current), [memory])

  useLayoutEffect(() => {
    const justCame = isNew.current
    const isOtherPage = shownPath.current !== pathname
    shown.current = key
    shownPath.current = pathname
    isNew.current = false
    if (by === 'pop') return memory.bringBack({ isNew: justCame })
    // Scrolls to the top, except if a page replaces its own entry to store a choice in the address.
    if (by === 'push' || isOtherPage) window.scrollTo(0, 0)
    return undefined
  }, [memory, key, pathname, by])
}

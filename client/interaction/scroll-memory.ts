import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigationKind, useLocation } from '#client/router/router-context.ts'
import { changeHistoryEntryState, isCurrentHistoryEntry, readHistoryEntryState } from './history-entry-state.ts'
import { holdScrollPosition } from './hold-scroll-position.ts'

/**
 * The pause after scrolling before the position is stored, in ms. Browsers permit only about 100 changes of the history
 * in 30 s.
 */
const restMs = 200

/** Stores and restores the scroll position of each history entry. Both functions return a function that stops them. */
export type ScrollMemory = {
  /**
   * Stores the position when scrolling pauses, at each click, and before the page closes. `shownKey` returns the key of
   * the shown entry.
   */
  watch(shownKey: () => string): () => void
  /**
   * Restores the position of the current entry. Does so again whenever the page's height changes, until the person
   * scrolls, because parts above may load late. `isNew`: whether the page was just loaded and is at its top.
   */
  bringBack(options: { isNew: boolean }): () => void
}

export function createScrollMemory(page: Window): ScrollMemory {
  /** True while a position is restored. During this time no position is stored. */
  let isReturning = false

  function watch(shownKey: () => string): () => void {
    const abortController = new AbortController()
    const { signal } = abortController
    let timer: ReturnType<typeof setTimeout> | undefined
    page.history.scrollRestoration = 'manual'
    page.addEventListener('scroll', rest, { signal, passive: true })
    page.addEventListener('click', remember, { signal, capture: true })
    page.addEventListener('pagehide', remember, { signal })
    return () => {
      abortController.abort()
      clearTimeout(timer)
    }

    function rest(): void {
      clearTimeout(timer)
      timer = setTimeout(remember, restMs)
    }

    /**
     * Stores the position. Does not if the Back button has already changed the entry while the old page is still
     * visible.
     */
    function remember(): void {
      clearTimeout(timer)
      const scrollPosition = Math.round(page.scrollY)
      if (
        isReturning ||
        !isCurrentHistoryEntry(shownKey()) ||
        scrollPosition === (readHistoryEntryState().scrolled ?? 0)
      )
        return
      changeHistoryEntryState({ scrolled: scrollPosition })
    }
  }

  function bringBack({ isNew }: { isNew: boolean }): () => void {
    const wantedPosition = readHistoryEntryState().scrolled ?? 0
    // Returns before `scrollTo`, which would force a layout.
    if (isNew && wantedPosition === 0) return () => undefined
    page.scrollTo(0, wantedPosition)
    if (wantedPosition === 0) return () => undefined
    isReturning = true
    return holdScrollPosition(
      page,
      () => page.scrollTo(0, wantedPosition),
      () => {
        isReturning = false
      },
    )
  }

  return { watch, bringBack }
}

/** Restores the scroll position after Back, Forward and reload, and scrolls to the top of a new page. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const by = useNavigationKind()
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
    // Keeps the scroll position if a page replaces its own entry, which a page does to store a choice in the address.
    if (by === 'push' || isOtherPage) window.scrollTo(0, 0)
    return undefined
  }, [memory, key, pathname, by])
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useArrivedBy, usePlace } from '#client/router/router-context.ts'
import { changeEntry, isEntryOf, readEntry } from './entry-memory.ts'

/** A browser refuses more than a hundred changes of its history in half a minute. */
const restsMs = 200

/** A page that has not come to its length by then stays where it is. */
const settlesWithinMs = 10_000

/** By these a person moves the page. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** How far the page of each entry of the history was scrolled. Each function answers what ends it. */
export type ScrollMemory = {
  /** Remembers it whenever the page rests, and before it goes. `shownKey`: the entry whose page stands there. */
  watch(shownKey: () => string): () => void
  /**
   * Scrolls to where the entry was left, as soon as the page is long enough, unless the person moves first. `isNew`: the
   * page has just come, and stands at its top.
   */
  bringBack(options: { isNew: boolean }): () => void
}

export function createScrollMemory(page: Window): ScrollMemory {
  /** Where the page stands on its way back is not remembered. */
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
      timer = setTimeout(remember, restsMs)
    }

    /** Back changes the entry before its page has come. */
    function remember(): void {
      clearTimeout(timer)
      const scrolled = Math.round(page.scrollY)
      if (isReturning || !isEntryOf(shownKey()) || scrolled === (readEntry().scrolled ?? 0)) return
      changeEntry({ scrolled })
    }
  }

  function bringBack({ isNew }: { isNew: boolean }): () => void {
    const wanted = readEntry().scrolled ?? 0
    // To ask where it stands would lay the page out before its time.
    if (isNew && wanted === 0) return () => undefined
    page.scrollTo(0, wanted)
    if (hasArrived()) return () => undefined
    const listening = new AbortController()
    const lengths = new ResizeObserver(tryAgain)
    const timer = setTimeout(end, settlesWithinMs)
    isReturning = true
    lengths.observe(page.document.body)
    for (const move of moves) page.addEventListener(move, end, { signal: listening.signal, passive: true })
    return end

    function tryAgain(): void {
      page.scrollTo(0, wanted)
      if (hasArrived()) end()
    }

    function hasArrived(): boolean {
      return Math.abs(page.scrollY - wanted) < 1
    }

    function end(): void {
      isReturning = false
      clearTimeout(timer)
      lengths.disconnect()
      listening.abort()
    }
  }

  return { watch, bringBack }
}

/** Back, forward and a reload come back to where the page was left; what is new begins at its top. */
export function useScrollMemory(): void {
  const { key } = usePlace()
  const by = useArrivedBy()
  const [memory] = useState(() => createScrollMemory(window))
  const shown = useRef(key)
  const isNew = useRef(true)

  useEffect(() => memory.watch(() => shown.current), [memory])

  useLayoutEffect(() => {
    const justCame = isNew.current
    shown.current = key
    isNew.current = false
    if (by === 'pop') return memory.bringBack({ isNew: justCame })
    if (by === 'push') window.scrollTo(0, 0)
    return undefined
  }, [memory, key, by])
}

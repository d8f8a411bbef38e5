/** After this time parts of the page that load late no longer change its scroll position. */
const settleTimeoutMs = 10_000

/** Events that mean that the person scrolls or goes on. */
const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Calls `scroll` whenever the page changes its length, until the person scrolls or the parts of the page have had
 * time to load. Then it calls `onEnd`. Returns a function that ends it.
 */
export function holdPosition(page: Window, scroll: () => void, onEnd?: () => void): () => void {
  const listening = new AbortController()
  let frame = 0
  // Scrolls in the next frame: scrolling within the callback could change lengths again, which the browser reports as an error.
  const lengths = new ResizeObserver(() => {
    page.cancelAnimationFrame(frame)
    frame = page.requestAnimationFrame(scroll)
  })
  const timer = setTimeout(end, settleTimeoutMs)
  lengths.observe(page.document.body)
  for (const move of moves) page.addEventListener(move, end, { signal: listening.signal, passive: true })
  return end

  function end(): void {
    clearTimeout(timer)
    page.cancelAnimationFrame(frame)
    lengths.disconnect()
    listening.abort()
    onEnd?.()
  }
}

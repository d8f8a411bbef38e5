/**
 * The time in ms after which the position is no longer held. During this time, parts of the page that load late may
 * move it.
 */
const settleTimeoutMs = 10_000

/** The events of a person who scrolls or continues to use the page. */
const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Calls `scroll` whenever the height of the page changes, until the person scrolls or uses the page, but for at most 10
 * s. Then calls `onEnd`. Returns a function that ends this early.
 */
export function holdScrollPosition(page: Window, scroll: () => void, onEnd?: () => void): () => void {
  const abortController = new AbortController()
  let frame = 0
  // Scrolls in the next frame. Scrolling in the callback could change sizes again, which browsers report as an error.
  const lengths = new ResizeObserver(() => {
    page.cancelAnimationFrame(frame)
    frame = page.requestAnimationFrame(scroll)
  })
  const timer = setTimeout(end, settleTimeoutMs)
  lengths.observe(page.document.body)
  for (const move of moves) page.addEventListener(move, end, { signal: abortController.signal, passive: true })
  return end

  function end(): void {
    clearTimeout(timer)
    page.cancelAnimationFrame(frame)
    lengths.disconnect()
    abortController.abort()
    onEnd?.()
  }
}

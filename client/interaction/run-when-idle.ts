/** The wait in ms in browsers without `requestIdleCallback`, such as Safari. */
const pauseMs = 500

/**
 * Runs a function once the browser is idle, but at the latest after `timeoutMs`. Returns a function that cancels it.
 */
export function runWhenIdle(run: () => void, timeoutMs = 4_000): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, pauseMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}

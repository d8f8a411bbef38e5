/** The time to wait in ms in browsers without `requestIdleCallback`, such as Safari. */
const pauseMs = 500

/**
 * Runs a function as soon as the browser is idle, at the latest after `timeoutMs`. Returns a function that cancels the
 * call.
 */
export function runWhenIdle(run: () => void, timeoutMs = 4_000): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, pauseMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}

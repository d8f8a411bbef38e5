import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns a function that retries a failed load, and the number of retries that have settled. Also retries when the
 * browser is online again.
 *
 * Screen readers announce a text in a live region again only if it is another element. Use `retries` as the key of that
 * element.
 */
export function useAnnouncedRetry(onRetry: () => void | Promise<unknown>) {
  const [retries, setRetries] = useState(0)

  async function retry(): Promise<void> {
    await onRetry()
    setRetries((count) => count + 1)
  }

  const retryOnline = useEffectEvent(() => void retry())

  useEffect(() => {
    const onOnline = () => retryOnline()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])

  return { retries, retry }
}

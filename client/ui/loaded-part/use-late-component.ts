import { type ComponentType, useEffect, useState } from 'react'

/** How long after a part did not come it is asked for again. */
const againAfterMs = 3_000

/**
 * A component whose code is loaded once it is wanted; null until it is there. While the code does not come it is asked
 * for again: what did not come is told elsewhere, for the whole page.
 */
export function useLateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: boolean,
): { Component: ComponentType<Props> } | null {
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isMissing = isWanted && loaded === null

  useEffect(() => {
    if (!isMissing) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    load().then(
      (Component) => setLoaded({ Component }),
      () => {
        if (!isStopped) timer = setTimeout(() => setAttempt(attempt + 1), againAfterMs)
      },
    )
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [attempt, isMissing, load])

  return loaded
}

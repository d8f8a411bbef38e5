import { type ComponentType, useEffect, useState } from 'react'

/** The pause before a failed load is repeated. */
const againAfterMs = 3_000

/**
 * A component whose code is loaded on demand; null until loaded. Failed loads are repeated; a message for the whole
 * page reports them elsewhere.
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

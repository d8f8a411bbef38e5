import { type ComponentType, use, useEffect, useState } from 'react'
import { MissingPartsContext } from './missing-parts.ts'

/** The pause before a failed load is repeated, in ms. */
const againAfterMs = 3_000

/**
 * Loads the code of a component on demand, and repeats a failed load. Returns null until the code is loaded.
 * `isAwaited`: whether a person waits for the component; the app then reports a failed load.
 */
export function useLazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: boolean,
  isAwaited = false,
): { Component: ComponentType<Props> } | null {
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const { report } = use(MissingPartsContext)
  const isMissing = isWanted && loaded === null
  const isReported = isMissing && hasFailed && isAwaited

  useEffect(() => {
    if (!isMissing) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    load().then(
      (Component) => setLoaded({ Component }),
      () => {
        if (isStopped) return
        setFailed(true)
        timer = setTimeout(() => setAttempt(attempt + 1), againAfterMs)
      },
    )
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [attempt, isMissing, load])

  useEffect(() => (isReported ? report() : undefined), [isReported, report])

  return loaded
}

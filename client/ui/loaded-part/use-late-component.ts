import { type ComponentType, use, useEffect, useState } from 'react'
import { MissingPartsContext } from './missing-parts.ts'

/** The pause before a failed load is repeated. */
const againAfterMs = 3_000

/**
 * A component whose code is loaded on demand; null until loaded. Failed loads are repeated. While `isAwaited`, a person
 * has asked for it, and the page reports that it is missing.
 */
export function useLateComponent<Props extends object>(
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

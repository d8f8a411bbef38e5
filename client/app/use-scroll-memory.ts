import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { createScrollMemory } from '#client/interaction/scroll-memory.ts'

/** Back, forward and a reload come back to where the page was left; what is new begins at its top. */
export function useScrollMemory(): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const [memory] = useState(() => createScrollMemory(window))
  const shown = useRef(key)

  useEffect(() => memory.watch(() => shown.current), [memory])

  useLayoutEffect(() => {
    shown.current = key
    if (type === NavigationType.Pop) return memory.bringBack()
    if (type === NavigationType.Push) window.scrollTo(0, 0)
    return undefined
  }, [memory, key, type])
}

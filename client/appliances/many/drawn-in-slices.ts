import { startTransition, useEffect, useState } from 'react'

/** The most at a time: little enough that whatever the person does comes between. */
const mostAtOnce = 32

/** How many of a list are drawn: the first one with the first frame, the others after it, more and more at a time. */
export function useDrawnInSlices(total: number): number {
  const [drawn, setDrawn] = useState(1)
  const isComplete = drawn >= total
  useEffect(() => {
    if (!isComplete) startTransition(() => setDrawn(drawn + Math.min(drawn, mostAtOnce)))
  }, [drawn, isComplete])
  return drawn
}

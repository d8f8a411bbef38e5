import { startTransition, useEffect, useState } from 'react'

/** The maximum number of cards in one slice. A larger slice would make the page less responsive. */
const maxAppliancesPerSlice = 32

/** Draws cards in slices. Returns the number drawn so far: one in the first frame, then slices of growing size. */
export function useDrawnCardCount(total: number): number {
  const [drawn, setDrawn] = useState(1)
  const isComplete = drawn >= total
  useEffect(() => {
    if (!isComplete) startTransition(() => setDrawn(drawn + Math.min(drawn, maxAppliancesPerSlice)))
  }, [drawn, isComplete])
  return drawn
}

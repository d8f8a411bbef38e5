import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** Epoch ms, told anew every minute, so that 'today' does not outlive the day. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

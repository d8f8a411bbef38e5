import { useEffect, useState } from 'react'

/** Returns `value` once it has not changed for `afterMs`; before that, the previous value, which is at first `initial`. */
export function useSettled<Value>(value: Value, afterMs: number, initial: Value): Value {
  const [settled, setSettled] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}

import { useEffect, useRef, useState } from 'react'

export type LookupState<Value> = { kind: 'loading' } | { kind: 'failed' } | { kind: 'there'; value: Value }

const loading = { kind: 'loading' } as const

/**
 * Calls `ask` and returns the state of its answer. `question` identifies the call: if it changes, `ask` is called
 * again. While `question` is null, `ask` is not called. `retry` repeats the call.
 */
export function useLookup<Value>(question: string | null, ask: () => Promise<Value>) {
  const [result, setResult] = useState<{ question: string; answer: LookupState<Value> } | null>(null)
  const latest = useRef(ask)
  const isAnswered = result !== null && result.question === question

  useEffect(() => {
    latest.current = ask
  })

  useEffect(() => {
    if (question === null || isAnswered) return undefined
    let isWanted = true
    const take = (answer: LookupState<Value>) => void (isWanted && setResult({ question, answer }))
    latest.current().then(
      (value) => take({ kind: 'there', value }),
      () => take({ kind: 'failed' }),
    )
    return () => {
      isWanted = false
    }
  }, [question, isAnswered])

  const answer: LookupState<Value> = isAnswered ? result.answer : loading
  return { answer, retry: () => setResult(null) }
}

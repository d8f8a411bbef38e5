import { useEffect, useRef, useState } from 'react'

export type LookUp<Value> = { kind: 'loading' } | { kind: 'failed' } | { kind: 'there'; value: Value }

const loading = { kind: 'loading' } as const

/** Loads the answer to a question, again whenever it changes; null loads nothing. `retry` repeats a failed load. */
export function useLookUp<Value>(question: string | null, ask: () => Promise<Value>) {
  const [given, setGiven] = useState<{ question: string; answer: LookUp<Value> } | null>(null)
  const latest = useRef(ask)
  const isAnswered = given !== null && given.question === question

  useEffect(() => {
    latest.current = ask
  })

  useEffect(() => {
    if (question === null || isAnswered) return undefined
    let isWanted = true
    const take = (answer: LookUp<Value>) => void (isWanted && setGiven({ question, answer }))
    latest.current().then(
      (value) => take({ kind: 'there', value }),
      () => take({ kind: 'failed' }),
    )
    return () => {
      isWanted = false
    }
  }, [question, isAnswered])

  const answer: LookUp<Value> = isAnswered ? given.answer : loading
  return { answer, retry: () => setGiven(null) }
}

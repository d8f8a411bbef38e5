import { useCallback, useEffect, useRef, useState } from 'react'

export type LookupState<Value> = { kind: 'loading' } | { kind: 'failed' } | { kind: 'there'; value: Value }

const loading = { kind: 'loading' } as const

type Result<Value> = { question: string | null; answer: LookupState<Value>; latest: Value | null }

/**
 * Calls `ask` and returns the state of its answer. `question` identifies the call: if it changes, `ask` is called
 * again. While `question` is null, `ask` is not called. `latest` is the value of the last successful call, which may
 * answer an earlier question.
 *
 * `retry` repeats the call. The failed answer stays until the returned promise settles, so that the button that retries
 * keeps the focus.
 */
export function useLookup<Value>(question: string | null, ask: () => Promise<Value>) {
  const [result, setResult] = useState<Result<Value> | null>(null)
  const asks = useRef(ask)
  /** The number of calls and of changed questions. An answer is ignored if it has increased since the call. */
  const turns = useRef(0)
  const isAnswered = result !== null && result.question === question

  useEffect(() => {
    asks.current = ask
  })

  const read = useCallback(async () => {
    const turn = (turns.current += 1)
    const answer = await asks.current().then(
      (value): LookupState<Value> => ({ kind: 'there', value }),
      (): LookupState<Value> => ({ kind: 'failed' }),
    )
    if (turn !== turns.current) return
    setResult((before) => ({
      question,
      answer,
      latest: answer.kind === 'there' ? answer.value : (before?.latest ?? null),
    }))
  }, [question])

  useEffect(() => {
    if (question === null || isAnswered) return undefined
    void read()
    return () => void (turns.current += 1)
  }, [question, isAnswered, read])

  const answer: LookupState<Value> = isAnswered ? result.answer : loading
  return { answer, latest: result?.latest ?? null, retry: read }
}

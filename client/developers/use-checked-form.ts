import { useState } from 'react'
import type * as z from 'zod/mini'
import type { ApiCall } from '#client/api-call.ts'
import { callFailureOf, useCallDependencies } from '#client/call-thunk.ts'
import { type BrokenRules, brokenRulesOfFailure, checkSchemaRules, describeRefusal } from './broken-rules.ts'

export type CheckedFormOptions<Value, Answer> = {
  schema: z.ZodMiniType<Value>
  send(call: ApiCall, value: Value): Promise<Answer>
  onSent(answer: Answer): void
}

export type CheckedFormControl = {
  rules: BrokenRules
  /** The sentence about a failure for which no field is to blame. */
  failure: string | null
  isSending: boolean
  /** Whether the last submitted value was sent. */
  isSent: boolean
  /** Sends the value if it breaks no rule and no other value is being sent. */
  submit(value: unknown): void
}

type Problem = Pick<CheckedFormControl, 'rules' | 'failure'>

/** The state and the actions of a form whose value is checked by the schema of its call, and then sent. */
export function useCheckedForm<Value, Answer>({
  schema,
  send,
  onSent,
}: CheckedFormOptions<Value, Answer>): CheckedFormControl {
  const { call } = useCallDependencies()
  const [problem, setProblem] = useState<Problem>({ rules: {}, failure: null })
  const [state, setState] = useState<'editing' | 'sending' | 'sent'>('editing')

  async function check(value: unknown): Promise<void> {
    const { data, broken } = checkSchemaRules(schema, value)
    setProblem({ rules: broken ?? {}, failure: null })
    setState(broken ? 'editing' : 'sending')
    if (broken) return
    try {
      const answer = await send(call, data)
      setState('sent')
      onSent(answer)
    } catch (error) {
      const refusal = callFailureOf(error)
      const rules = brokenRulesOfFailure(refusal)
      setProblem(rules ? { rules, failure: null } : { rules: {}, failure: describeRefusal(refusal) })
      setState('editing')
    }
  }

  const isSending = state === 'sending'
  return { ...problem, isSending, isSent: state === 'sent', submit: (value) => void (isSending || check(value)) }
}

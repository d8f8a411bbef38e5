import { useState } from 'react'
import type * as z from 'zod/mini'
import type { ApiCall, CallFailure } from '#client/api-call.ts'
import { callFailureOf, useCallDependencies } from '#client/call-thunk.ts'
import { type BrokenRules, brokenRulesOfFailure, checkSchemaRules, describeRefusal } from './broken-rules.ts'

export type CheckedFormOptions<Value, Answer> = {
  schema: z.ZodMiniType<Value>
  /** The names of the fields next to which the form shows a broken rule. */
  fields: readonly string[]
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

const noProblem: Problem = { rules: {}, failure: null }

/** Returns the broken rules if the form has a field for one of them, otherwise a sentence about the refusal. */
function problemOf(rules: BrokenRules | null, refusal: CallFailure | undefined, fields: readonly string[]): Problem {
  if (rules && fields.some((field) => rules[field] !== undefined)) return { rules, failure: null }
  return { rules: {}, failure: describeRefusal(refusal) }
}

/** The state and the actions of a form whose value is checked by the schema of its call, and then sent. */
export function useCheckedForm<Value, Answer>({
  schema,
  fields,
  send,
  onSent,
}: CheckedFormOptions<Value, Answer>): CheckedFormControl {
  const { call } = useCallDependencies()
  const [problem, setProblem] = useState(noProblem)
  const [state, setState] = useState<'editing' | 'sending' | 'sent'>('editing')

  async function check(value: unknown): Promise<void> {
    const { data, broken } = checkSchemaRules(schema, value)
    setProblem(broken ? problemOf(broken, undefined, fields) : noProblem)
    setState(broken ? 'editing' : 'sending')
    if (broken) return
    let answer: Answer
    try {
      answer = await send(call, data)
    } catch (error) {
      const refusal = callFailureOf(error)
      setProblem(problemOf(brokenRulesOfFailure(refusal), refusal, fields))
      setState('editing')
      return
    }
    setState('sent')
    onSent(answer)
  }

  const isSending = state === 'sending'
  return { ...problem, isSending, isSent: state === 'sent', submit: (value) => void (isSending || check(value)) }
}

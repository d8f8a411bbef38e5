import { programKeys } from '#contract/program-form.ts'
import { parseJson } from '#contract/parse-json.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { checkRules, codeOf, brokenRulesOfFailure } from './broken-rules.ts'
import { changeKeys } from './developer-calls.ts'
import { OneFieldForm } from './one-field-form.tsx'
import type { ProgramFormProps } from './redirect-uris.tsx'
import { refusalSentenceOf, words } from './words.ts'

/** A form that changes the public keys of a program, or replaces its secret by keys. */
export function PublicKeys({ program, onChanged }: ProgramFormProps) {
  const dispatch = useCallDispatch()

  async function save(typed: string): Promise<string | undefined> {
    const { data, broken } = checkRules(programKeys, { jwks: parseJson(typed) })
    if (broken) return broken['jwks']
    const answer = await dispatch(changeKeys({ programId: program.id, ...data }))
    if (!changeKeys.fulfilled.match(answer))
      return brokenRulesOfFailure(answer.payload)?.['jwks'] ?? refusalSentenceOf(codeOf(answer.payload))
    onChanged(answer.payload)
    return undefined
  }

  return (
    <OneFieldForm
      label={words.publicKeys}
      lead={words.newKeysText}
      hint={words.publicKeysHint}
      initialValue={program.jwks === null ? '' : JSON.stringify(program.jwks)}
      save={save}
    />
  )
}

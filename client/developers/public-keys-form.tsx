import { programKeysBody } from '#contract/program-form.ts'
import { parseJson } from '#contract/parse-json.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { checkSchemaRules, refusalCodeOf, brokenRulesOfFailure } from './broken-rules.ts'
import { replaceProgramKeys } from './developer-calls.ts'
import { OneFieldForm } from './one-field-form.tsx'
import type { ProgramFormProps } from './redirect-uris-form.tsx'
import { refusalSentenceOf, developerTexts } from './developer-texts.ts'

/** A form that changes the public keys of a program, or replaces its secret by keys. */
export function PublicKeysForm({ program, onChanged }: ProgramFormProps) {
  const dispatch = useCallDispatch()

  async function save(typedKeys: string): Promise<string | undefined> {
    const { data, broken } = checkSchemaRules(programKeysBody, { jwks: parseJson(typedKeys) })
    if (broken) return broken['jwks']
    const answer = await dispatch(replaceProgramKeys({ programId: program.id, ...data }))
    if (!replaceProgramKeys.fulfilled.match(answer))
      return brokenRulesOfFailure(answer.payload)?.['jwks'] ?? refusalSentenceOf(refusalCodeOf(answer.payload))
    onChanged(() => answer.payload)
    return undefined
  }

  return (
    <OneFieldForm
      label={developerTexts.publicKeys}
      lead={developerTexts.newKeysText}
      hint={developerTexts.publicKeysHint}
      initialValue={program.jwks === null ? '' : JSON.stringify(program.jwks)}
      save={save}
    />
  )
}

import { redirectUrisPatch } from '#contract/program-form.ts'
import type { PartnerProgram } from '#contract/programs.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { checkSchemaRules, refusalCodeOf, brokenRulesOfFailure } from './broken-rules.ts'
import { changeRedirectUris } from './developer-calls.ts'
import { OneFieldForm } from './one-field-form.tsx'
import { refusalSentenceOf, developerTexts } from './developer-texts.ts'

/** Splits the typed text at spaces and line ends into URIs. */
export function splitUris(typedUris: string): string[] {
  return typedUris.split(/\s+/u).filter((uri) => uri !== '')
}

/** A function that returns the changed program. */
export type ProgramChange = (program: PartnerProgram) => PartnerProgram

/**
 * `onChanged`: applies a change to the latest state of the program. `program` may be older when an answer arrives,
 * because several calls can be pending.
 */
export type ProgramFormProps = { program: PartnerProgram; onChanged(change: ProgramChange): void }

/** A form that changes the redirect URIs of a program. */
export function RedirectUrisForm({ program, onChanged }: ProgramFormProps) {
  const dispatch = useCallDispatch()

  async function save(typedUris: string): Promise<string | undefined> {
    const { data, broken } = checkSchemaRules(redirectUrisPatch, { redirectUris: splitUris(typedUris) })
    if (broken) return broken['redirectUris']
    const answer = await dispatch(changeRedirectUris({ programId: program.id, ...data }))
    if (!changeRedirectUris.fulfilled.match(answer))
      return brokenRulesOfFailure(answer.payload)?.['redirectUris'] ?? refusalSentenceOf(refusalCodeOf(answer.payload))
    onChanged(() => answer.payload)
    return undefined
  }

  return (
    <OneFieldForm
      label={developerTexts.redirectUri}
      hint={developerTexts.redirectUriHint}
      initialValue={program.redirectUris.join(' ')}
      save={save}
    />
  )
}

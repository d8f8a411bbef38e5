import { programApi } from '#contract/program-api.ts'
import { redirectUrisPatch } from '#contract/program-form.ts'
import type { PartnerProgram } from '#contract/programs.ts'
import { developerTexts } from './developer-texts.ts'
import { OneFieldForm } from './one-field-form.tsx'

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
  return (
    <OneFieldForm
      label={developerTexts.redirectUri}
      hint={developerTexts.redirectUriHint}
      initialValue={program.redirectUris.join(' ')}
      field="redirectUris"
      parse={splitUris}
      schema={redirectUrisPatch}
      send={async (call, body) => call(programApi.changeProgram, { params: { programId: program.id }, body })}
      onSent={(changed) => onChanged(() => changed)}
    />
  )
}

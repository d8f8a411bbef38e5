import { parseJson } from '#contract/parse-json.ts'
import { programApi } from '#contract/program-api.ts'
import { programKeysBody } from '#contract/program-form.ts'
import { developerTexts } from './developer-texts.ts'
import { OneFieldForm } from './one-field-form.tsx'
import type { ProgramFormProps } from './redirect-uris-form.tsx'

/** A form that changes the public keys of a program, or replaces its secret by keys. */
export function PublicKeysForm({ program, onChanged }: ProgramFormProps) {
  return (
    <OneFieldForm
      label={developerTexts.publicKeys}
      lead={developerTexts.newKeysText}
      hint={developerTexts.publicKeysHint}
      initialValue={program.jwks === null ? '' : JSON.stringify(program.jwks)}
      field="jwks"
      parse={parseJson}
      schema={programKeysBody}
      send={async (call, body) => call(programApi.replaceKeys, { params: { programId: program.id }, body })}
      onSent={(changed) => onChanged(() => changed)}
    />
  )
}

import { useState } from 'react'
import { programChange } from '#contract/program-form.ts'
import type { PartnerProgram } from '#contract/programs.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { checkRules, codeOf, refusedRules } from './broken-rules.ts'
import { changeRedirectUris } from './developer-calls.ts'
import { sentenceAbout, words } from './words.ts'

/** Splits the text of the field into addresses, which spaces separate. */
export function urisOf(typed: string): string[] {
  return typed.split(/\s+/u).filter((uri) => uri !== '')
}

export type ProgramFormProps = { program: PartnerProgram; onChanged(program: PartnerProgram): void }

/** A form that changes the redirect URIs of a program. */
export function RedirectUris({ program, onChanged }: ProgramFormProps) {
  const dispatch = useCallDispatch()
  const [typed, setTyped] = useState(program.redirectUris.join(' '))
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function send(): Promise<void> {
    const { data, broken } = checkRules(programChange, { redirectUris: urisOf(typed) })
    setError(broken?.['redirectUris'])
    if (broken) return
    setSending(true)
    const answer = await dispatch(changeRedirectUris({ programId: program.id, ...data }))
    setSending(false)
    if (changeRedirectUris.fulfilled.match(answer)) return onChanged(answer.payload)
    const failure = answer.payload
    setError(refusedRules(failure)?.['redirectUris'] ?? sentenceAbout(codeOf(failure)))
  }

  return (
    <Form label={words.redirectUri} onSubmit={() => void (isSending || send())}>
      <TextField
        label={words.redirectUri}
        hint={words.redirectUriHint}
        value={typed}
        error={error}
        isCode
        onChange={setTyped}
      />
      <FormActions>
        <Button type="submit" variant="secondary" isPending={isSending} pendingLabel={words.working}>
          {words.save}
        </Button>
      </FormActions>
    </Form>
  )
}

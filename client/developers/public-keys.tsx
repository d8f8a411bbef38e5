import { useState } from 'react'
import { programKeys } from '#contract/program-form.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { checkRules, codeOf, refusedRules } from './broken-rules.ts'
import { changeKeys } from './developer-calls.ts'
import type { ProgramFormProps } from './redirect-uris.tsx'
import { sentenceAbout, words } from './words.ts'
import styles from './developers.module.css'

/** Parses the typed key set. Returns null for invalid JSON; the schema rejects null. */
export function keySetOf(typed: string): unknown {
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return null
  }
}

/** A form that changes the public keys of a program, or replaces its secret by keys. */
export function PublicKeys({ program, onChanged }: ProgramFormProps) {
  const dispatch = useCallDispatch()
  const [typed, setTyped] = useState(program.jwks === null ? '' : JSON.stringify(program.jwks))
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function send(): Promise<void> {
    const { data, broken } = checkRules(programKeys, { jwks: keySetOf(typed) })
    setError(broken?.['jwks'])
    if (broken) return
    setSending(true)
    const answer = await dispatch(changeKeys({ programId: program.id, ...data }))
    setSending(false)
    if (changeKeys.fulfilled.match(answer)) return onChanged(answer.payload)
    const failure = answer.payload
    setError(refusedRules(failure)?.['jwks'] ?? sentenceAbout(codeOf(failure)))
  }

  return (
    <Form label={words.publicKeys} onSubmit={() => void (isSending || send())}>
      <p className={styles.muted}>{words.newKeysText}</p>
      <TextField
        label={words.publicKeys}
        hint={words.publicKeysHint}
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

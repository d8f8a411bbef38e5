import { useState } from 'react'
import { type ProgramWrite, programWrite } from '#contract/program-form.ts'
import { clientTypes, programTermsVersion } from '#contract/programs.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { Select } from '#client/ui/select/select.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { type BrokenRules, checkRules, codeOf, refusedRules } from './broken-rules.ts'
import { type RegisteredProgram, sendRegistration } from './developer-calls.ts'
import { urisOf } from './redirect-uris.tsx'
import { sentenceAbout, words } from './words.ts'
import styles from './developers.module.css'

type Draft = { name: string; redirectUri: string; contactEmail: string; clientType: ProgramWrite['clientType'] }

const noDraft: Draft = { name: '', redirectUri: '', contactEmail: '', clientType: 'confidential' }

/** Registers a program. The button states what its developer accepts. Specification 27.8. */
export function RegisterForm({ onRegistered }: { onRegistered(registered: RegisteredProgram): void }) {
  const dispatch = useCallDispatch()
  const [draft, setDraft] = useState(noDraft)
  const [rules, setRules] = useState<BrokenRules>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const fill = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }))

  async function send(): Promise<void> {
    const { data, broken } = checkRules(programWrite, toProgram(draft))
    setFailure(null)
    setRules(broken ?? {})
    if (broken) return
    setSending(true)
    const answer = await dispatch(sendRegistration(data))
    setSending(false)
    if (sendRegistration.fulfilled.match(answer)) {
      setDraft(noDraft)
      return onRegistered(answer.payload)
    }
    const refused = refusedRules(answer.payload)
    if (refused) return setRules(refused)
    setFailure(sentenceAbout(codeOf(answer.payload)))
  }

  return (
    <Form label={words.register} onSubmit={() => void (isSending || send())}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={draft.name}
        error={rules['name']}
        onChange={(name) => fill({ name })}
      />
      <TextField
        label={words.redirectUri}
        hint={words.redirectUriHint}
        value={draft.redirectUri}
        error={rules['redirectUris']}
        isCode
        onChange={(redirectUri) => fill({ redirectUri })}
      />
      <TextField
        label={words.contactEmail}
        hint={words.contactEmailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={draft.contactEmail}
        error={rules['contactEmail']}
        onChange={(contactEmail) => fill({ contactEmail })}
      />
      <Select
        label={words.clientType}
        options={clientTypes.map((value) => ({ value, label: words[value] }))}
        value={draft.clientType}
        onChange={(value) => fill({ clientType: clientTypes.find((one) => one === value) ?? 'confidential' })}
      />
      <p className={styles.muted}>{words.accept}</p>
      {failure && (
        <Callout tone="danger" role="alert">
          {failure}
        </Callout>
      )}
      <FormActions>
        <Button type="submit" isPending={isSending} pendingLabel={words.working}>
          {words.register}
        </Button>
      </FormActions>
    </Form>
  )
}

function toProgram({ redirectUri, ...draft }: Draft): ProgramWrite {
  return { ...draft, redirectUris: urisOf(redirectUri), acceptedTerms: programTermsVersion, isGatekeeper: false }
}

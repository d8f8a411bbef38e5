import { useState } from 'react'
import { programWrite } from '#contract/program-form.ts'
import { programTermsVersion } from '#contract/programs.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { Select } from '#client/ui/select/select.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { type BrokenRules, checkRules, codeOf, brokenRulesOfFailure } from './broken-rules.ts'
import { type RegisteredProgram, sendRegistration } from './developer-calls.ts'
import { parseJson } from '#contract/parse-json.ts'
import { urisOf } from './redirect-uris.tsx'
import { refusalSentenceOf, words } from './words.ts'
import styles from './developers.module.css'

/** How a program authenticates: by a secret (`confidential`), by keys, or not at all (`public`). */
const kinds = ['confidential', 'keys', 'public'] as const

type Draft = { name: string; redirectUri: string; contactEmail: string; kind: (typeof kinds)[number]; keys: string }

const noDraft: Draft = { name: '', redirectUri: '', contactEmail: '', kind: 'confidential', keys: '' }

/**
 * A form that registers a program. By pressing its button, the developer accepts the terms for developers.
 * Specification 27.8.
 */
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
    const refused = brokenRulesOfFailure(answer.payload)
    if (refused) return setRules(refused)
    setFailure(refusalSentenceOf(codeOf(answer.payload)))
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
        options={kinds.map((value) => ({ value, label: words[value] }))}
        value={draft.kind}
        onChange={(value) => fill({ kind: kinds.find((one) => one === value) ?? 'confidential' })}
      />
      {draft.kind === 'keys' && (
        <TextField
          label={words.publicKeys}
          hint={words.publicKeysHint}
          value={draft.keys}
          error={rules['jwks']}
          isCode
          onChange={(keys) => fill({ keys })}
        />
      )}
      <p className={styles.muted}>{words.accept}</p>
      <FailureNote>{failure}</FailureNote>
      <FormActions>
        <Button type="submit" isPending={isSending} pendingLabel={words.working}>
          {words.register}
        </Button>
      </FormActions>
    </Form>
  )
}

function toProgram({ redirectUri, kind, keys, ...draft }: Draft): unknown {
  return {
    ...draft,
    clientType: kind === 'public' ? 'public' : 'confidential',
    redirectUris: urisOf(redirectUri),
    ...(kind === 'keys' && { jwks: parseJson(keys) }),
    acceptedTerms: programTermsVersion,
    isGatekeeper: false,
  }
}

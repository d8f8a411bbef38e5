import { useState } from 'react'
import { programApi } from '#contract/program-api.ts'
import { programRegistration } from '#contract/program-form.ts'
import { type PartnerProgram, programTermsVersion } from '#contract/programs.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { Select } from '#client/ui/select/select.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { parseJson } from '#contract/parse-json.ts'
import { splitUris } from './redirect-uris-form.tsx'
import { developerTexts } from './developer-texts.ts'
import { useCheckedForm } from './use-checked-form.ts'
import styles from './developers.module.css'

/** How a program authenticates: by a secret (`confidential`), by keys, or not at all (`public`). */
const kinds = ['confidential', 'keys', 'public'] as const

type Draft = { name: string; redirectUri: string; contactEmail: string; kind: (typeof kinds)[number]; keys: string }

const noDraft: Draft = { name: '', redirectUri: '', contactEmail: '', kind: 'confidential', keys: '' }

/** `clientSecret` is null for clients without a secret: public clients, and clients that authenticate with keys. */
export type RegisteredProgram = { program: PartnerProgram; clientSecret: string | null }

/**
 * A form that registers a program. By pressing its button, the developer accepts the terms for developers.
 * Specification 27.8.
 */
export function RegisterProgramForm({ onRegistered }: { onRegistered(registered: RegisteredProgram): void }) {
  const [draft, setDraft] = useState(noDraft)
  const { rules, failure, isSending, submit } = useCheckedForm({
    schema: programRegistration,
    fields: ['name', 'redirectUris', 'contactEmail', ...(draft.kind === 'keys' ? ['jwks'] : [])],
    send: async (call, body) => call(programApi.registerProgram, { body }),
    onSent: (registered) => {
      setDraft(noDraft)
      onRegistered(registered)
    },
  })
  const fill = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }))

  return (
    <Form label={developerTexts.register} onSubmit={() => submit(toProgram(draft))}>
      <TextField
        label={developerTexts.name}
        hint={developerTexts.nameHint}
        value={draft.name}
        error={rules['name']}
        onChange={(name) => fill({ name })}
      />
      <TextField
        label={developerTexts.redirectUri}
        hint={developerTexts.redirectUriHint}
        value={draft.redirectUri}
        error={rules['redirectUris']}
        isCode
        onChange={(redirectUri) => fill({ redirectUri })}
      />
      <TextField
        label={developerTexts.contactEmail}
        hint={developerTexts.contactEmailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={draft.contactEmail}
        error={rules['contactEmail']}
        onChange={(contactEmail) => fill({ contactEmail })}
      />
      <Select
        label={developerTexts.clientType}
        options={kinds.map((value) => ({ value, label: developerTexts[value] }))}
        value={draft.kind}
        onChange={(value) => fill({ kind: kinds.find((one) => one === value) ?? 'confidential' })}
      />
      {draft.kind === 'keys' && (
        <TextField
          label={developerTexts.publicKeys}
          hint={developerTexts.publicKeysHint}
          value={draft.keys}
          error={rules['jwks']}
          isCode
          onChange={(keys) => fill({ keys })}
        />
      )}
      <p className={styles.muted}>{developerTexts.accept}</p>
      <FailureNote>{failure}</FailureNote>
      <FormActions>
        <Button type="submit" isPending={isSending} pendingLabel={developerTexts.working}>
          {developerTexts.register}
        </Button>
      </FormActions>
    </Form>
  )
}

function toProgram({ redirectUri, kind, keys, ...draft }: Draft): unknown {
  return {
    ...draft,
    clientType: kind === 'public' ? 'public' : 'confidential',
    redirectUris: splitUris(redirectUri),
    ...(kind === 'keys' && { jwks: parseJson(keys) }),
    acceptedTerms: programTermsVersion,
    isGatekeeper: false,
  }
}

import { useRef, useState } from 'react'
import { accessApi } from '#contract/access-api.ts'
import type { CreatedInvitation } from '#contract/access.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { DialogForm } from '#client/ui/dialog/dialog-form.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { accessFailureMessage, toEndOfDay, wrongEmailMessageId } from './access-words.ts'
import styles from './access.module.css'
import { EmailField, toEmailBody } from './email-field.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { type AccessDraft, RoleFields } from './role-fields.tsx'

export type InviteDialogProps = {
  applianceId: string
  isOpen: boolean
  /** Whether the portal can send the link by email. */
  canEmail: boolean
  onClose(): void
  onInvited(): Promise<void>
}

/** Creates an invitation, then shows its link. Specification 26.5. */
export function InviteDialog({ isOpen, ...form }: InviteDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog isOpen={isOpen} title={t('access.invite')} staysOnBackdrop onClose={form.onClose}>
      <InviteForm {...form} />
    </Dialog>
  )
}

const noDraft: AccessDraft = { role: 'VIEWER', lastDay: null }

function InviteForm({ applianceId: id, canEmail, onClose, onInvited }: Omit<InviteDialogProps, 'isOpen'>) {
  const { t } = useTexts()
  const { call } = useCallDependencies()
  const [{ role, lastDay }, setDraft] = useState(noDraft)
  const [made, setMade] = useState<CreatedInvitation | null>(null)
  const [email, setEmail] = useState('')
  const emailField = useRef<HTMLInputElement>(null)
  const { failure, attempt } = useAttempt((refusal) => {
    const sentence = accessFailureMessage(refusal)
    if (sentence === wrongEmailMessageId) emailField.current?.focus()
    return sentence
  })

  /** If the answer is lost, the page cannot read the link again: only this answer contains it. */
  async function send(): Promise<void> {
    const body = { role, until: lastDay && toEndOfDay(lastDay), ...toEmailBody(email) }
    const created = await attempt(call(accessApi.invitePerson, { params: { id }, body }))
    if (!created) return
    setMade(created.result)
    await onInvited()
  }

  if (made) return <InvitationLink invitation={made} mailedTo={toEmailBody(email).email ?? null} onClose={onClose} />
  return (
    <DialogForm submit="access.create-link" pending="access.working" onSubmit={send} onClose={onClose}>
      <div className={styles.form}>
        <RoleFields draft={{ role, lastDay }} onChange={setDraft} />
        {canEmail && (
          <EmailField ref={emailField} value={email} isWrong={failure === wrongEmailMessageId} onChange={setEmail} />
        )}
        <FailureNote>{failure && failure !== wrongEmailMessageId && t(failure)}</FailureNote>
      </div>
    </DialogForm>
  )
}

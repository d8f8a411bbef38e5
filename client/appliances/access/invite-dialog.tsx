import { useId, useRef, useState } from 'react'
import type { CreatedInvitation } from '#contract/access.ts'
import type { CallFailure } from '#client/api-call.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { DialogFormButtons } from '#client/ui/dialog/dialog-form-buttons.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { createInvitation } from './access-calls.ts'
import { toEndOfDay, accessFailureMessage, wrongEmailMessageId } from './access-words.ts'
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
export function InviteDialog({ isOpen, onClose, ...props }: InviteDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog isOpen={isOpen} title={t('access.invite')} staysOnBackdrop onClose={onClose}>
      <InviteForm {...props} onClose={onClose} />
    </Dialog>
  )
}

const noDraft: AccessDraft = { role: 'VIEWER', lastDay: null }

function InviteForm({ applianceId, canEmail, onClose, onInvited }: Omit<InviteDialogProps, 'isOpen'>) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const formId = useId()
  const now = useNow()
  const [draft, setDraft] = useState(noDraft)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<MessageId | null>(null)
  const [made, setMade] = useState<CreatedInvitation | null>(null)
  const [email, setEmail] = useState('')
  const emailField = useRef<HTMLInputElement>(null)

  async function send(): Promise<void> {
    setSending(true)
    setFailure(null)
    const until = draft.lastDay === null ? null : toEndOfDay(draft.lastDay)
    const answer = await dispatch(createInvitation({ id: applianceId, role: draft.role, until, ...toEmailBody(email) }))
    setSending(false)
    if (!createInvitation.fulfilled.match(answer)) return explain(answer.payload)
    setMade(answer.payload)
    await onInvited()
  }

  function explain(refused: CallFailure | undefined): void {
    const sentence = accessFailureMessage(refused)
    setFailure(sentence)
    if (sentence === wrongEmailMessageId) emailField.current?.focus()
  }

  const mailedTo = toEmailBody(email).email ?? null
  if (made) return <InvitationLink invitation={made} mailedTo={mailedTo} now={now} onClose={onClose} />
  return (
    <Form id={formId} onSubmit={() => void (isSending || send())}>
      <div className={styles.form}>
        <RoleFields draft={draft} onChange={setDraft} />
        {canEmail && (
          <EmailField ref={emailField} value={email} isWrong={failure === wrongEmailMessageId} onChange={setEmail} />
        )}
        <FailureNote>{failure && failure !== wrongEmailMessageId && t(failure)}</FailureNote>
      </div>
      <DialogFormButtons
        formId={formId}
        isSending={isSending}
        submit="access.create-link"
        pending="access.working"
        onClose={onClose}
      />
    </Form>
  )
}

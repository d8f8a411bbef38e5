import { useId, useState } from 'react'
import type { PersonWithAccess } from '#contract/access.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { UnknownOutcomeNote } from '#client/unknown-outcome-note.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { DialogFormButtons } from '#client/ui/dialog/dialog-form-buttons.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { updatePersonAccess } from './access-calls.ts'
import { toLocalDay, toEndOfDay, accessFailureMessage } from './access-words.ts'
import styles from './access.module.css'
import { type AccessDraft, RoleFields } from './role-fields.tsx'

export type ChangeAccessDialogProps = {
  applianceId: string
  person: PersonWithAccess
  /** The text that names the person within a sentence. */
  name: string
  isOpen: boolean
  onClose(): void
  onChanged(): Promise<void>
}

/** Changes the role of a person, or the end of that person's access. Specification 26.5. */
export function ChangeAccessDialog({ isOpen, onClose, name, ...props }: ChangeAccessDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog isOpen={isOpen} title={t('access.change.title', { name })} staysOnBackdrop onClose={onClose}>
      <ChangeForm {...props} onClose={onClose} />
    </Dialog>
  )
}

function ChangeForm({ applianceId, person, onClose, onChanged }: Omit<ChangeAccessDialogProps, 'isOpen' | 'name'>) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const formId = useId()
  const [draft, setDraft] = useState(() => draftOf(person))
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<MessageId | null>(null)

  async function send(): Promise<void> {
    setSending(true)
    setFailure(null)
    const until = draft.lastDay === null ? null : toEndOfDay(draft.lastDay)
    const change = { id: applianceId, personRef: person.personRef, role: draft.role, until }
    const answer = await dispatch(updatePersonAccess(change))
    setSending(false)
    if (!updatePersonAccess.fulfilled.match(answer)) return setFailure(accessFailureMessage(answer.payload))
    onClose()
    await onChanged()
  }

  return (
    <Form id={formId} onSubmit={() => void (isSending || send())}>
      <div className={styles.form}>
        <RoleFields draft={draft} onChange={setDraft} />
        <FailureNote>{failure && t(failure)}</FailureNote>
        <UnknownOutcomeNote of={updatePersonAccess} />
      </div>
      <DialogFormButtons
        formId={formId}
        isSending={isSending}
        submit="address.save"
        pending="access.working"
        onClose={onClose}
      />
    </Form>
  )
}

function draftOf({ role, until }: PersonWithAccess): AccessDraft {
  return {
    role: role === 'CO_OWNER' ? 'CO_OWNER' : 'VIEWER',
    lastDay: until === null ? null : toLocalDay(Date.parse(until) - 1),
  }
}

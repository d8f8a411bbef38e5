import { useState } from 'react'
import type { PersonWithAccess } from '#contract/access.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { DialogForm } from '#client/ui/dialog/dialog-form.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { UnknownOutcomeNote } from '#client/unknown-outcome-note.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { updatePersonAccess } from './access-calls.ts'
import { accessFailureMessage, toEndOfDay, toLocalDay } from './access-words.ts'
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
export function ChangeAccessDialog({ isOpen, name, ...form }: ChangeAccessDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog isOpen={isOpen} title={t('access.change.title', { name })} staysOnBackdrop onClose={form.onClose}>
      <ChangeForm {...form} />
    </Dialog>
  )
}

function ChangeForm({ applianceId, person, onClose, onChanged }: Omit<ChangeAccessDialogProps, 'isOpen' | 'name'>) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const [draft, setDraft] = useState(() => draftOf(person))
  const { failure, attempt } = useAttempt(accessFailureMessage)

  async function send(): Promise<void> {
    const { role, lastDay } = draft
    const change = { id: applianceId, personRef: person.personRef, role, until: lastDay && toEndOfDay(lastDay) }
    if (!(await attempt(dispatch(updatePersonAccess(change)).unwrap()))) return
    onClose()
    // The form does not wait for the reload, because it would look pending while the dialog closes.
    void onChanged()
  }

  return (
    <DialogForm submit="address.save" pending="access.working" onSubmit={send} onClose={onClose}>
      <div className={styles.form}>
        <RoleFields draft={draft} onChange={setDraft} />
        <FailureNote>{failure && t(failure)}</FailureNote>
        <UnknownOutcomeNote of={updatePersonAccess} />
      </div>
    </DialogForm>
  )
}

function draftOf({ role, until }: PersonWithAccess): AccessDraft {
  return {
    role: role === 'CO_OWNER' ? 'CO_OWNER' : 'VIEWER',
    lastDay: until === null ? null : toLocalDay(Date.parse(until) - 1),
  }
}

import { useState } from 'react'
import type { PersonWithAccess } from '#contract/access.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { formatDatedMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import { UnknownOutcomeNote } from '#client/unknown-outcome-note.tsx'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { removePersonAccess } from './access-calls.ts'
import { accessFailureMessage, formatLastDay } from './access-words.ts'
import styles from './access.module.css'
import { Facts } from './facts.tsx'
import { ChangeAccessDialog } from './change-access-dialog.tsx'

export type PersonAccessRowProps = {
  applianceId: string
  person: PersonWithAccess
  /** Whether the signed-in person may change and remove the access of other people. */
  mayManage: boolean
  onChanged(): Promise<void>
}

/** A person with access, with buttons that change or end that access. */
export function PersonAccessRow({ applianceId, person, mayManage, onChanged }: PersonAccessRowProps) {
  const { t } = useTexts()
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const { role, isMe, personRef } = person
  const name = person.name === null ? t('access.nameless') : isolateNameDirection(person.name)
  const close = () => setOpen(null)
  const nameId = `person-${personRef}`
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={styles.name} id={nameId}>
          {isMe ? t('access.you', { name }) : name}
        </p>
        <PersonFacts person={person} />
      </div>
      <ControlSubjectProvider value={nameId}>
        <div className={styles.actions}>
          {mayManage && !isMe && role !== 'OWNER' && (
            <>
              <Button variant="secondary" onPress={() => setOpen('change')}>
                {t('access.change')}
              </Button>
              <Button variant="secondary" onPress={() => setOpen('remove')}>
                {t('access.remove')}
              </Button>
            </>
          )}
          {isMe && role !== 'OWNER' && (
            <Button variant="secondary" onPress={() => setOpen('remove')}>
              {t('access.leave')}
            </Button>
          )}
        </div>
      </ControlSubjectProvider>
      <ChangeAccessDialog {...{ applianceId, person, name, onChanged }} isOpen={open === 'change'} onClose={close} />
      <RemoveDialog {...{ applianceId, person, name, onChanged }} isOpen={open === 'remove'} onClose={close} />
    </li>
  )
}

function PersonFacts({ person: { role, since, until, lastSeen } }: { person: PersonWithAccess }) {
  const { t, locale } = useTexts()
  const now = useNow()
  const facts = [
    t(`access.role.${role}`),
    t('access.since', { time: formatDatedMoment(Date.parse(since), now, locale) }),
    ...(until === null ? [] : [t('access.ends', { day: formatLastDay(until, locale) })]),
    ...(lastSeen === null ? [] : [t('access.seen', { time: formatDatedMoment(Date.parse(lastSeen), now, locale) })]),
  ]
  return <Facts facts={facts} />
}

type RemoveDialogProps = Omit<PersonAccessRowProps, 'mayManage'> & { name: string; isOpen: boolean; onClose(): void }

/**
 * Asks for confirmation before a person's access ends. If that person is the signed-in person, the dialog is about
 * leaving the appliance.
 */
function RemoveDialog({ applianceId, person, name, isOpen, onClose, onChanged }: RemoveDialogProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const [failure, setFailure] = useState<MessageId | null>(null)
  const { isMe, personRef } = person

  async function remove(): Promise<void> {
    setFailure(null)
    const answer = await dispatch(removePersonAccess({ id: applianceId, personRef }))
    if (!removePersonAccess.fulfilled.match(answer)) return setFailure(accessFailureMessage(answer.payload))
    onClose()
    await (isMe ? dispatch(loadAppliances()) : onChanged())
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isMe ? t('access.leave.title') : t('access.remove.title', { name })}
      confirmLabel={t(isMe ? 'access.leave' : 'access.remove')}
      pendingLabel={t('access.working')}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t(isMe ? 'access.leave.text' : 'access.remove.text')}</p>
      <FailureNote>{failure && t(failure)}</FailureNote>
      <UnknownOutcomeNote of={removePersonAccess} />
    </ConfirmDialog>
  )
}

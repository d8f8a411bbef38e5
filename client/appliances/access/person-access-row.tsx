import { useState } from 'react'
import type { PersonWithAccess } from '#contract/access.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { CommandQuestion } from '#client/command-question.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { Button } from '#client/ui/button/button.tsx'
import { useAttempt, type UseAttemptResult } from '#client/use-attempt.ts'
import { removePersonAccess } from './access-calls.ts'
import { AccessRow } from './access-row.tsx'
import { accessFailureMessage, formatLastDay, formatPersonName } from './access-words.ts'
import { ChangeAccessDialog, type ChangeAccessDialogProps } from './change-access-dialog.tsx'

export type PersonAccessRowProps = {
  applianceId: string
  person: PersonWithAccess
  /** Whether the signed-in person may change and remove the access of other people. */
  mayManage: boolean
  onChanged(): Promise<void>
}

/** A person with access, with buttons that change or end that access. */
export function PersonAccessRow({ applianceId, person, mayManage, onChanged }: PersonAccessRowProps) {
  const { t, locale } = useTexts()
  const { datedMoment } = useMoments()
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const removal = useAttempt(accessFailureMessage)
  const { role, isMe, since, until, lastSeen } = person
  const name = formatPersonName(person.name, t)
  const isGuest = role !== 'OWNER'
  const dialog = { applianceId, person, name, onChanged, onClose: () => setOpen(null) }

  function askForRemoval(): void {
    removal.reset()
    setOpen('remove')
  }

  return (
    <AccessRow
      name={isMe ? t('access.you', { name }) : name}
      facts={[
        t(`access.role.${role}`),
        t('access.since', { time: datedMoment(since) }),
        until && t('access.ends', { day: formatLastDay(until, locale) }),
        lastSeen && t('access.seen', { time: datedMoment(lastSeen) }),
      ]}
      actions={
        <>
          {isGuest && mayManage && !isMe && (
            <Button variant="secondary" onPress={() => setOpen('change')}>
              {t('access.change')}
            </Button>
          )}
          {isGuest && (mayManage || isMe) && (
            <Button variant="secondary" onPress={askForRemoval}>
              {t(isMe ? 'access.leave' : 'access.remove')}
            </Button>
          )}
        </>
      }
    >
      <ChangeAccessDialog {...dialog} isOpen={open === 'change'} />
      <RemoveDialog {...dialog} {...removal} isOpen={open === 'remove'} />
    </AccessRow>
  )
}

type RemoveDialogProps = ChangeAccessDialogProps & Pick<UseAttemptResult<MessageId>, 'failure' | 'attempt'>

/**
 * Asks for confirmation before a person's access ends. If that person is the signed-in person, the dialog is about
 * leaving the appliance.
 */
function RemoveDialog(props: RemoveDialogProps) {
  const { applianceId, person, name, isOpen, onClose, onChanged, failure, attempt } = props
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const { isMe, personRef } = person

  async function remove(): Promise<void> {
    if (!(await attempt(dispatch(removePersonAccess({ id: applianceId, personRef })).unwrap()))) return
    onClose()
    // The question does not wait for the reload, because its button would look pending while the dialog closes.
    void (isMe ? dispatch(loadAppliances()) : onChanged())
  }

  return (
    <CommandQuestion
      isOpen={isOpen}
      title={isMe ? t('access.leave.title') : t('access.remove.title', { name })}
      confirmLabel={t(isMe ? 'access.leave' : 'access.remove')}
      pendingLabel={t('access.working')}
      command={removePersonAccess}
      failure={failure}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t(isMe ? 'access.leave.text' : 'access.remove.text')}</p>
    </CommandQuestion>
  )
}

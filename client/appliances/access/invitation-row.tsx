import { useState } from 'react'
import type { CreatedInvitation, OpenInvitation } from '#contract/access.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { formatDatedMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { cancelInvitation, resendInvitation } from './access-calls.ts'
import { accessFailureMessage, formatLastDay } from './access-words.ts'
import styles from './access.module.css'
import { Facts } from './facts.tsx'

export type InvitationRowProps = {
  applianceId: string
  invitation: OpenInvitation
  onChanged(): Promise<void>
  /** Called with the new link. This row then disappears, because its invitation is replaced. */
  onReplaced(invitation: CreatedInvitation): void
}

/** An open invitation. The portal cannot show its link again, but can create an invitation with a new link. */
export function InvitationRow({ applianceId, invitation, onChanged, onReplaced }: InvitationRowProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const now = useNow()
  const [failure, setFailure] = useState<MessageId | null>(null)
  const invitationKey = { id: applianceId, invitationId: invitation.id }
  const nameId = `invitation-${invitation.id}`

  async function cancel(): Promise<void> {
    setFailure(null)
    const answer = await dispatch(cancelInvitation(invitationKey))
    if (!cancelInvitation.fulfilled.match(answer)) setFailure(accessFailureMessage(answer.payload))
    await onChanged()
  }

  async function replace(): Promise<void> {
    setFailure(null)
    const answer = await dispatch(resendInvitation(invitationKey))
    if (!resendInvitation.fulfilled.match(answer)) return setFailure(accessFailureMessage(answer.payload))
    onReplaced(answer.payload)
    await onChanged()
  }

  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={styles.name} id={nameId}>
          {t('access.invitation')}
        </p>
        <InvitationFacts invitation={invitation} now={now} />
        <FailureNote>{failure && t(failure)}</FailureNote>
      </div>
      <ControlSubjectProvider value={nameId}>
        <div className={styles.actions}>
          <Button variant="secondary" pendingLabel={t('access.working')} onPress={replace}>
            {t('access.new-link')}
          </Button>
          <Button variant="secondary" pendingLabel={t('access.working')} onPress={cancel}>
            {t('dialog.cancel')}
          </Button>
        </div>
      </ControlSubjectProvider>
    </li>
  )
}

function InvitationFacts({ invitation, now }: { invitation: OpenInvitation; now: number }) {
  const { t, locale } = useTexts()
  const { role, until, inviter, expiresAt } = invitation
  const facts = [
    t(`access.role.${role}`),
    ...(until === null ? [] : [t('access.ends', { day: formatLastDay(until, locale) })]),
    ...(inviter === null ? [] : [t('access.invited-by', { name: inviter })]),
    t('access.link-until', { time: formatDatedMoment(Date.parse(expiresAt), now, locale) }),
  ]
  return <Facts facts={facts} />
}

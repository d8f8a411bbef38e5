import { accessApi } from '#contract/access-api.ts'
import type { CreatedInvitation, OpenInvitation } from '#contract/access.ts'
import { useCallDependencies, useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { cancelInvitation } from './access-calls.ts'
import { AccessRow, CallButton } from './access-row.tsx'
import { accessFailureMessage, formatLastDay } from './access-words.ts'

export type InvitationRowProps = {
  applianceId: string
  invitation: OpenInvitation
  onChanged(): Promise<void>
  /** Called with the new link. This row then disappears, because its invitation is replaced. */
  onReplaced(invitation: CreatedInvitation): void
}

/** An open invitation. The portal cannot show its link again, but can create an invitation with a new link. */
export function InvitationRow({ applianceId, invitation, onChanged, onReplaced }: InvitationRowProps) {
  const { t, locale } = useTexts()
  const { datedMoment } = useMoments()
  const { call } = useCallDependencies()
  const dispatch = useCallDispatch()
  const { failure, attempt } = useAttempt(accessFailureMessage)
  const { role, until, inviter, expiresAt } = invitation
  const params = { id: applianceId, invitationId: invitation.id }

  async function cancel(): Promise<void> {
    await attempt(dispatch(cancelInvitation(params)).unwrap())
    await onChanged()
  }

  async function replace(): Promise<void> {
    const made = await attempt(call(accessApi.resendInvitation, { params, body: {} }))
    if (!made) return
    onReplaced(made.result)
    await onChanged()
  }

  return (
    <AccessRow
      name={t('access.invitation')}
      facts={[
        t(`access.role.${role}`),
        until && t('access.ends', { day: formatLastDay(until, locale) }),
        inviter !== null && t('access.invited-by', { name: inviter }),
        t('access.link-until', { time: datedMoment(expiresAt) }),
      ]}
      actions={
        <>
          <CallButton label="access.new-link" onPress={replace} />
          <CallButton label="dialog.cancel" onPress={cancel} />
        </>
      }
    >
      <FailureNote>{failure && t(failure)}</FailureNote>
    </AccessRow>
  )
}

import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { invitationRemoved, type WithInvitation } from '../../invitation-slice.ts'
import { useApplianceDispatch } from '../../use-dispatch.ts'

/** Offers the way back to the company whose invitation was accepted for this appliance. */
export function InvitationAccepted({ applianceId }: { applianceId: string }) {
  const { t } = useTexts()
  const dispatch = useApplianceDispatch()
  const invitation = useSelector((state: WithInvitation) => state.invitation)
  if (invitation.kind !== 'accepted' || invitation.applianceId !== applianceId) return null
  const { companyName: company, href } = invitation
  return (
    <Callout
      tone="ok"
      onClose={() => dispatch(invitationRemoved())}
      closeLabel={t('dialog.close')}
      action={<LinkButton href={href}>{t('invitation.back', { company })}</LinkButton>}
    >
      {t('invitation.accepted', { company })}
    </Callout>
  )
}

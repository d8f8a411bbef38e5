import { useDispatch, useSelector } from 'react-redux'
import type { Company } from '#contract/provider.ts'
import { selectAppliancePresence } from '#client/appliances/state/appliances-state.ts'
import { invitationRemoved } from '#client/appliances/state/invitation-slice.ts'
import { invitationHash, selectConnectedInviter } from '#client/appliances/provider/invitation/invitation-appliance.ts'
import { readInvitingCompany } from '#client/appliances/provider/invitation/inviting-company.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { useLookup } from '#client/use-lookup.ts'
import styles from './invitation-callout.module.css'
import type { Dispatch, State } from './store.ts'

/** Shows a pending invitation with its actions, or that it was accepted. Specification 2.2. */
export function InvitationCallout() {
  const inviterAppliance = useSelector(selectConnectedInviter)
  return inviterAppliance ? <Added company={inviterAppliance} /> : <Invited />
}

/** Shows that the invitation of this company was accepted. */
function Added({ company }: { company: Company }) {
  const { t } = useTexts()
  const dispatch = useDispatch()
  return (
    <Callout onClose={() => dispatch(invitationRemoved())}>{t('invitation.added', { company: company.name })}</Callout>
  )
}

/** Shows a company and a link to add it: the sender of an invitation, or the service provider of an earlier owner. */
function Invited() {
  const { t } = useTexts()
  const howMany = useSelector(selectAppliancePresence)
  const company = useCompanyName()
  const isFormer = useSelector(
    ({ invitation }: State) => invitation.kind === 'invited' && invitation.formerOf !== undefined,
  )
  const dispatch = useDispatch()
  return (
    <Callout
      onClose={() => dispatch(invitationRemoved())}
      action={
        howMany !== 'none' && (
          <span className={howMany === 'unknown' ? styles.later : undefined}>
            <LinkButton variant="secondary" href={`/appliances${invitationHash}`}>
              {t(isFormer ? 'provider.add' : 'invitation.show')}
            </LinkButton>
          </span>
        )
      }
    >
      <p>{t(isFormer ? 'invitation.former' : 'invitation.text')}</p>
      <p className={styles.company}>
        <strong>{company}</strong>
      </p>
    </Callout>
  )
}

/**
 * Returns the name of the inviting company; null until it is loaded. Loads the name after the list of appliances: the
 * list is loaded only after sign-in and acceptance of the terms, which the endpoint of the name also requires.
 */
function useCompanyName(): string | null {
  const dispatch = useDispatch<Dispatch>()
  const companyId = useSelector(({ invitation }: State) =>
    invitation.kind === 'invited' ? invitation.companyId : null,
  )
  const isReady = useSelector((state: State) => selectAppliancePresence(state) !== 'unknown')
  const { answer } = useLookup(isReady ? companyId : null, async () =>
    companyId === null ? null : dispatch(readInvitingCompany(companyId)).unwrap(),
  )
  return answer.kind === 'there' ? (answer.value?.name ?? null) : null
}

import type { ReactNode } from 'react'
import type { Company } from '#contract/provider.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Callout, FailureCallout } from '#client/ui/callout/callout.tsx'
import { Waiting } from '#client/ui/spinner/spinner.tsx'
import { useLookup } from '#client/use-lookup.ts'
import { editingCancelled, editingStarted } from '../../appliances-slice.ts'
import { invitationDeclined, invitationRemoved } from '../../invitation-slice.ts'
import { ProviderFormPart } from '../provider-form-part.tsx'
import styles from '../provider.module.css'
import { findInvitingCompany, type InvitationTarget } from './inviting-company.ts'

export type InvitationProps = InvitationTarget & {
  applianceId: string
  /** The search, shown if the inviting company does not serve this country. */
  children: ReactNode
}

/** The invitation of a service provider, to accept or to decline. Specification 2.9 and 13.9. */
export function Invitation({ applianceId, children, ...wanted }: InvitationProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const { answer, retry } = useLookup(`${wanted.companyId} ${wanted.country}`, () =>
    dispatch(findInvitingCompany(wanted)).unwrap(),
  )
  switch (answer.kind) {
    case 'loading':
      return <Waiting label={t('invitation.loading')} />
    case 'failed':
      return <FailureCallout onRetry={retry}>{t('invitation.failed')}</FailureCallout>
    case 'there':
      return answer.value.kind === 'serves' ? (
        <Invited applianceId={applianceId} company={answer.value.company} />
      ) : (
        <div className={styles.stack}>
          <NotHere company={answer.value.company} />
          {children}
        </div>
      )
  }
}

function Invited({ applianceId: id, company }: { applianceId: string; company: Company }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()

  function decline() {
    dispatch(editingCancelled({ id, part: 'provider' }))
    dispatch(invitationDeclined())
  }

  return (
    <div className={styles.stack}>
      <h3>{t('invitation.title')}</h3>
      <ProviderFormPart
        id={id}
        company={company}
        words={{ submit: 'invitation.accept', leave: 'invitation.decline' }}
        onConsentChange={(isTicked) =>
          void dispatch((isTicked ? editingStarted : editingCancelled)({ id, part: 'provider' }))
        }
        onLeave={decline}
      />
    </div>
  )
}

function NotHere({ company }: { company: Company | null }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  return (
    <Callout tone="warning" onClose={() => dispatch(invitationRemoved())}>
      {company ? t('invitation.not-here', { company: company.name }) : t('invitation.unknown')}
    </Callout>
  )
}

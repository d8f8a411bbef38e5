import type { ReactNode } from 'react'
import type { Company } from '#contract/provider.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Callout, FailureCallout } from '#client/ui/callout/callout.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLookup } from '#client/use-lookup.ts'
import { editingCancelled, editingStarted } from '#client/appliances/state/appliances-slice.ts'
import { invitationDeclined, invitationRemoved } from '#client/appliances/state/invitation-slice.ts'
import { LazyProviderForm } from '../lazy-provider-form.tsx'
import styles from '../provider.module.css'
import { findInvitingCompany, type InvitingCompanyQuery } from './inviting-company.ts'

export type ProviderInvitationProps = InvitingCompanyQuery & {
  applianceId: string
  /** Whether the earlier owner had connected the company. The company has then not invited the person. */
  isFormer: boolean
  /** The search, shown if the inviting company does not serve this country or does not exist. */
  children: ReactNode
}

/** Shows the invitation of a service provider, which the person can accept or decline. Specification 2.9 and 13.9. */
export function ProviderInvitation({ applianceId, isFormer, children, ...wanted }: ProviderInvitationProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const { answer, retry } = useLookup(`${wanted.companyId} ${wanted.country}`, () =>
    dispatch(findInvitingCompany(wanted)).unwrap(),
  )
  switch (answer.kind) {
    case 'loading':
      return <CentredSpinner label={t('invitation.loading')} />
    case 'failed':
      return <FailureCallout onRetry={retry}>{t('invitation.failed')}</FailureCallout>
    case 'there':
      return answer.value.kind === 'serves' ? (
        <Invited {...{ applianceId, isFormer }} company={answer.value.company} />
      ) : (
        <div className={styles.stack}>
          <NotHere company={answer.value.company} />
          {children}
        </div>
      )
  }
}

type InvitedProps = Pick<ProviderInvitationProps, 'applianceId' | 'isFormer'> & { company: Company }

function Invited({ applianceId: id, isFormer, company }: InvitedProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()

  function decline() {
    dispatch(editingCancelled({ id, part: 'provider' }))
    dispatch(invitationDeclined())
  }

  return (
    <div className={styles.stack}>
      <h3>{t(isFormer ? 'provider.add' : 'invitation.title')}</h3>
      <LazyProviderForm
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

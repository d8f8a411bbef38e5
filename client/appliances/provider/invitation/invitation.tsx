import { type ReactNode, useEffect, useState } from 'react'
import type { Company } from '#contract/provider.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Callout, FailureCallout } from '#client/ui/callout/callout.tsx'
import { Waiting } from '#client/ui/spinner/spinner.tsx'
import { editingCancelled, editingStarted } from '../../appliances-slice.ts'
import { invitationDeclined, invitationRemoved } from '../../invitation-slice.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { ProviderFormPart } from '../provider-form-part.tsx'
import styles from '../provider.module.css'
import { findInvitingCompany, type InvitationPlace, type InvitingCompany } from './inviting-company.ts'

export type InvitationProps = InvitationPlace & {
  applianceId: string
  /** The search, for whoever invited but does not serve here. */
  children: ReactNode
}

/** The invitation of a service provider, to accept or to decline. Specification 2.9 and 13.9. */
export function Invitation({ applianceId, children, ...place }: InvitationProps) {
  const { t } = useTexts()
  const { lookUp, retry } = useInvitingCompany(place)
  switch (lookUp.kind) {
    case 'loading':
      return <Waiting label={t('invitation.loading')} />
    case 'failed':
      return <FailureCallout onRetry={retry}>{t('invitation.failed')}</FailureCallout>
    case 'serves':
      return <Invited applianceId={applianceId} company={lookUp.company} />
    case 'elsewhere':
      return (
        <div className={styles.stack}>
          <NotHere company={lookUp.company} />
          {children}
        </div>
      )
  }
}

type LookUp = { kind: 'loading' } | { kind: 'failed' } | InvitingCompany

function useInvitingCompany({ companyId, country }: InvitationPlace): { lookUp: LookUp; retry(): void } {
  const dispatch = useCallDispatch()
  const [lookUp, setLookUp] = useState<LookUp>({ kind: 'loading' })
  useEffect(() => {
    if (lookUp.kind !== 'loading') return undefined
    const asking = dispatch(findInvitingCompany({ companyId, country }))
    void take()
    return () => asking.abort()

    async function take(): Promise<void> {
      const answer = await asking
      if (findInvitingCompany.fulfilled.match(answer)) setLookUp(answer.payload)
      else if (!answer.meta.aborted) setLookUp({ kind: 'failed' })
    }
  }, [companyId, country, dispatch, lookUp.kind])
  return { lookUp, retry: () => setLookUp({ kind: 'loading' }) }
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

import { useState } from 'react'
import { isContractInForce } from '#contract/provider.ts'
import type { SupportContract } from '#contract/support-company.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { CommandQuestion } from '#client/command-question.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ExternalLinkIcon } from '#client/icons/late-icons.tsx'
import { focusTargetProps } from '#client/interaction/focus-region.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { Link } from '#client/ui/link/link.tsx'
import text from '#client/styles/text.module.css'
import { type ApplianceCompanyIds, withdrawSupport } from '../state/appliance-calls.ts'
import { useCardSettings } from '../card-settings.tsx'
import { ContractBadge } from '../contract-badge.tsx'
import styles from './support.module.css'

export type ConnectedSupportProps = { id: string; support: SupportContract; canWithdraw: boolean }

/** Shows the connection to customer support: its status, the company and the consent. Specification 2.10. */
export function ConnectedSupport({ id, support, canWithdraw }: ConnectedSupportProps) {
  const { t } = useTexts()
  const { brand } = useCardSettings()
  return (
    <div className={styles.settled}>
      <div className={styles.company}>
        <span {...focusTargetProps}>
          <ContractBadge status={support.status} />
        </span>
        <Link href={support.company.url} newTab className={styles.companyLink}>
          {t('tab.support.link')}
          <ExternalLinkIcon size={18} />
        </Link>
        {canWithdraw && <Withdraw id={id} companyId={support.company.id} />}
      </div>
      {support.status === 'PENDING' && <p>{t('contract.pending')}</p>}
      {isContractInForce(support.status) && (
        <Details label={t('details.show')} about={t('support.details')}>
          {support.status === 'ACTIVE' && <p>{t('tab.support.connected')}</p>}
          <p className={text.muted}>{t('support.consent.text', { brand: brand.name })}</p>
        </Details>
      )}
    </div>
  )
}

/**
 * The button that withdraws the consent, and its confirmation dialog. Specification 2.13, "Withdraw support consent";
 * Specification 16.1.
 */
function Withdraw(company: ApplianceCompanyIds) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <span>
      <Button variant="secondary" onPress={() => setAsking(true)}>
        {t('support.withdraw')}
      </Button>
      <CommandQuestion
        isOpen={isAsking}
        title={t('dialog.warning')}
        heading={t('support.withdraw.heading')}
        confirmLabel={t('support.withdraw')}
        pendingLabel={t('support.withdraw.pending')}
        command={withdrawSupport}
        onConfirm={() => dispatch(withdrawSupport(company)).then(close)}
        onClose={close}
      >
        {t('support.withdraw.text')}
      </CommandQuestion>
    </span>
  )
}

import { useState } from 'react'
import { isContractInForce, type ProviderContract } from '#contract/provider.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { CommandQuestion } from '#client/command-question.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { DeleteIcon } from '#client/icons/action-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Chip } from '#client/ui/chip/chip.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { IconButton } from '#client/ui/icon-button/icon-button.tsx'
import text from '#client/styles/text.module.css'
import { removeProvider, type ApplianceCompanyIds } from '../state/appliance-calls.ts'
import type { Appliance } from '../state/appliance.ts'
import { ContractBadge } from '../contract-badge.tsx'
import { CompanyContactData } from './company-contact-data.tsx'
import { permissionLabelOf } from '../state/permission-label.ts'
import styles from './provider.module.css'

export type ProviderCardProps = { appliance: Appliance; provider: ProviderContract; onReplace(): void }

/**
 * The service provider of an appliance. On a page of 960 px or wider, the badges are next to the name, otherwise below
 * the name. If the contract is active, 'Details' is in the last row, together with the badges.
 */
export function ProviderCard({ appliance, provider, onReplace }: ProviderCardProps) {
  const { t } = useTexts()
  const { canEditContract } = appliance.service
  return (
    <div className={provider.status === 'ACTIVE' ? `${styles.card} ${styles.settled}` : styles.card}>
      <h3 className={styles.name}>{provider.company.name}</h3>
      <div className={styles.badges}>
        <Chip tone="brand">{t(permissionLabelOf(provider))}</Chip>
        <ContractBadge status={provider.status} />
      </div>
      {canEditContract && (
        <div className={styles.cardAction}>
          <DeleteProvider id={appliance.id} companyId={provider.company.id} />
        </div>
      )}
      <div className={styles.cardBody}>
        <Answer provider={provider} />
        <Details label={t('details.show')} about={t('provider.details')}>
          <CompanyContactData company={provider.company} />
        </Details>
        {canEditContract && !isContractInForce(provider.status) && (
          <span>
            <Button variant="secondary" onPress={onReplace}>
              {t('provider.choose-another')}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

/** Explains a pending or declined contract. */
function Answer({ provider: { status } }: { provider: ProviderContract }) {
  const { t } = useTexts()
  if (status === 'ACTIVE') return null
  return <p className={text.muted}>{t(status === 'PENDING' ? 'contract.pending' : 'provider.declined')}</p>
}

/** The delete button and its question. Specification 2.13, "Delete service provider". */
function DeleteProvider(company: ApplianceCompanyIds) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <IconButton label={t('provider.delete')} icon={<DeleteIcon />} tone="danger" onPress={() => setAsking(true)} />
      <CommandQuestion
        isOpen={isAsking}
        title={t('provider.delete.title')}
        confirmLabel={t('provider.delete.confirm')}
        pendingLabel={t('provider.delete.pending')}
        command={removeProvider}
        onConfirm={() => dispatch(removeProvider(company)).then(close)}
        onClose={close}
      >
        {t('provider.delete.text')}
      </CommandQuestion>
    </>
  )
}

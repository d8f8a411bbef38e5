import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/text.ts'
import { Link } from '#client/ui/link/link.tsx'
import type { Appliance, Provider } from '../appliance.ts'
import { ContractBadge } from './contract-badge.tsx'
import styles from './tab.module.css'

/** The service provider, read-only. Specification 2.9. */
export function ProviderTab({ appliance }: { appliance: Appliance }) {
  const { t } = useTexts()
  const { provider } = appliance.service
  if (provider === null) return <p className={styles.empty}>{t(promptOf(appliance))}</p>
  return <ProviderLines provider={provider} />
}

function promptOf({ service: { address, canEditContract } }: Appliance): MessageId {
  if (!canEditContract) return 'tab.provider.ask-owner'
  return address === null ? 'tab.provider.no-address' : 'tab.provider.empty'
}

function ProviderLines({ provider: { company, connectionStatus } }: { provider: Provider }) {
  const { street, postalCode, city } = company.address
  return (
    <div className={styles.lines}>
      <span className={styles.name}>{company.name}</span>
      <span>{[...street, `${postalCode} ${city}`].join(', ')}</span>
      {company.phone && <Link href={`tel:${company.phone.replaceAll(/[^+\d]/g, '')}`}>{company.phone}</Link>}
      {company.email && <Link href={`mailto:${company.email}`}>{company.email}</Link>}
      <ContractBadge status={connectionStatus} />
    </div>
  )
}

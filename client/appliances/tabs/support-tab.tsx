import { useTexts } from '#client/i18n/text-provider.tsx'
import { Link } from '#client/ui/link/link.tsx'
import type { Appliance } from '../appliance.ts'
import { ContractBadge } from './contract-badge.tsx'
import styles from './tab.module.css'

/** Customer support, read-only. Specification 2.10. */
export function SupportTab({ appliance }: { appliance: Appliance }) {
  const { t } = useTexts()
  const { asaSupport, address } = appliance.service
  if (asaSupport === null) {
    return <p className={styles.empty}>{t(address === null ? 'tab.support.no-address' : 'tab.support.empty')}</p>
  }
  return (
    <div className={styles.lines}>
      <span>{t('tab.support.connected')}</span>
      <Link href={asaSupport.company.url} newTab>
        {t('tab.support.link')}
      </Link>
      <ContractBadge status={asaSupport.connectionStatus} />
    </div>
  )
}

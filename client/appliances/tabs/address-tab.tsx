import { useTexts } from '#client/i18n/text-provider.tsx'
import type { Appliance } from '../appliance.ts'
import styles from './tab.module.css'

/** The address, read-only. Specification 2.8. */
export function AddressTab({ appliance }: { appliance: Appliance }) {
  const { t, language } = useTexts()
  const { address } = appliance.service
  if (address === null) return <p className={styles.empty}>{t('tab.address.empty')}</p>
  const country = new Intl.DisplayNames([language], { type: 'region' }).of(address.country)
  return (
    <address className={styles.lines}>
      {address.street.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <span>
        {address.postalCode} {address.city}
      </span>
      <span>{country}</span>
    </address>
  )
}

import type { BrandSettings } from '#brands/brand.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ExternalIcon } from '#client/icons/late-icons.tsx'
import { Link } from '#client/ui/link/link.tsx'
import type { Appliance } from '../appliance.ts'
import styles from './fault-panel.module.css'

type Service = Appliance['service']

type Brand = Pick<BrandSettings, 'name' | 'supportPhone'>

type FaultContactProps = { service: Service; brand: Brand; isEmergency: boolean }

/**
 * Whom to call: the connected service provider, else customer support, else how to find a company. If none of them
 * has a telephone number, the brand is also shown. In an emergency these contacts are for later, so the brand is
 * omitted.
 */
export function FaultContact({ service, brand, isEmergency }: FaultContactProps) {
  const { t } = useTexts()
  const isConnected = [service.provider, service.asaSupport].some((contract) => contract?.status === 'ACTIVE')
  if (isEmergency && !isConnected) return null
  return (
    <div className={styles.contact}>
      <p className={styles.question}>{t(isEmergency ? 'fault.contact.afterwards' : 'fault.contact')}</p>
      <Whom service={service} />
      {!isEmergency && !hasPhone(service) && <BrandLine brand={brand} />}
    </div>
  )
}

function hasPhone({ provider }: Service): boolean {
  return provider?.status === 'ACTIVE' && provider.company.phone !== undefined
}

function BrandLine({ brand: { name, supportPhone } }: { brand: Brand }) {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.also}>{t('fault.contact.brand', { brand: name })}</p>
      <p className={styles.ways}>
        {supportPhone !== null && <Link href={`tel:${supportPhone.replaceAll(' ', '')}`}>{supportPhone}</Link>}
        <Link href="/help">{t('help.title')}</Link>
      </p>
    </>
  )
}

/** A company that has not agreed yet, or has declined, is not shown. */
function Whom({ service: { provider, asaSupport, canEditContract } }: { service: Service }) {
  const { t } = useTexts()
  if (provider?.status === 'ACTIVE') {
    const { name, phone, email } = provider.company
    return (
      <>
        <p>{name}</p>
        {(phone ?? email) !== undefined && (
          <p className={styles.ways}>
            {phone && <Link href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</Link>}
            {email && <Link href={`mailto:${email}`}>{email}</Link>}
          </p>
        )}
      </>
    )
  }
  if (asaSupport?.status === 'ACTIVE') {
    return (
      <p className={styles.ways}>
        <Link href={asaSupport.company.url} newTab>
          {t('tab.support.link')} <ExternalIcon size={18} />
        </Link>
      </p>
    )
  }
  return (
    <>
      <p>{t('fault.contact.ask')}</p>
      {canEditContract && <p>{t('fault.contact.connect')}</p>}
    </>
  )
}

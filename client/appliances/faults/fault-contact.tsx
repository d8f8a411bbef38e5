import type { BrandSettings } from '#brands/brand.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ExternalIcon } from '#client/icons/late-icons.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import type { Appliance } from '../state/appliance.ts'
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
      <CompaniesToCall service={service} isEmergency={isEmergency} />
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
      {supportPhone !== null && <Call name={name} phone={supportPhone} isMain />}
      <p className={styles.ways}>
        <Link href="/help">{t('help.title')}</Link>
      </p>
    </>
  )
}

type CallProps = {
  name: string
  phone: string
  /** Whether the link is the main one; in an emergency only 112 is. */
  isMain: boolean
}

/** The link that calls, filled and as wide as the panel on phones; next to it the number, to be read and dialled. */
function Call({ name, phone, isMain }: CallProps) {
  const { t } = useTexts()
  return (
    <p className={styles.call}>
      <LinkButton
        href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
        variant={isMain ? 'primary' : 'secondary'}
        wide={isMain}
      >
        {t('fault.contact.call', { name })}
      </LinkButton>
      <span className={styles.number}>{phone}</span>
    </p>
  )
}

/** A company that has not agreed yet, or has declined, is not a contact. */
function CompaniesToCall({
  service: { provider, asaSupport, canEditContract },
  isEmergency,
}: Pick<FaultContactProps, 'service' | 'isEmergency'>) {
  const { t } = useTexts()
  if (provider?.status === 'ACTIVE') {
    const { name, phone, email } = provider.company
    return (
      <>
        <p>{name}</p>
        {phone && <Call name={name} phone={phone} isMain={!isEmergency} />}
        {email && (
          <p className={styles.ways}>
            <Link href={`mailto:${email}`}>{email}</Link>
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

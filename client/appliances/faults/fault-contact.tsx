import type { BrandSettings } from '#brands/brand.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ExternalLinkIcon } from '#client/icons/late-icons.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import type { Appliance } from '../state/appliance.ts'
import styles from './fault-panel.module.css'

type Service = Appliance['service']

type Brand = Pick<BrandSettings, 'name' | 'supportPhone'>

type FaultContactProps = {
  service: Service
  brand: Brand
  isEmergency: boolean
  /**
   * Whether the panel has a `MainCallLink` above this component. The component then says only what that link does not
   * say.
   */
  hasMainCall?: boolean
}

/**
 * Shows whom to call: the connected service provider, otherwise the customer support, otherwise how to find a company.
 * If no connected service provider has a telephone number, also shows the brand.
 *
 * In an emergency these contacts are for afterwards. The brand is then omitted, and without a connected company nothing
 * is shown.
 */
export function FaultContact({ service, brand, isEmergency, hasMainCall = false }: FaultContactProps) {
  const { t } = useTexts()
  // An emergency has its own link that calls.
  const isCalledAbove = hasMainCall && !isEmergency
  const whom = isEmergency ? 'fault.contact.afterwards' : 'fault.contact'
  const isProvider = service.provider?.status === 'ACTIVE'
  const isSupport = !isProvider && service.asaSupport?.status === 'ACTIVE'
  if (isEmergency && !isProvider && !isSupport) return null
  const hasPhone = phoneOf(service) !== null
  if (isCalledAbove && hasPhone && !service.provider?.company.email) return null
  return (
    <div className={styles.contact}>
      {/* Below the link that calls the brand, the question whom to call would contradict that link. */}
      {!(isCalledAbove && isSupport) && <p className={styles.question}>{t(isCalledAbove ? 'tab.provider' : whom)}</p>}
      <CompaniesToCall service={service} hasCall={!isCalledAbove} />
      {!isEmergency && !hasPhone && <BrandLine brand={brand} hasCall={!isCalledAbove} />}
    </div>
  )
}

/**
 * Returns the name and the telephone number of the connected service provider; null if no provider is connected, or if
 * the provider has no telephone.
 */
function phoneOf({ provider }: Service): Callee | null {
  if (provider?.status !== 'ACTIVE' || provider.company.phone === undefined) return null
  const { name, phone } = provider.company
  return { name, phone }
}

/**
 * Returns the company to call first: the connected service provider, otherwise the brand. Null if neither has a
 * telephone.
 */
export function chooseFirstCallee(service: Service, { name, supportPhone }: Brand): Callee | null {
  return phoneOf(service) ?? (supportPhone === null ? null : { name, phone: supportPhone })
}

/** The filled link that calls the company: near the top of the panel, and on phones as wide as the panel. */
export function MainCallLink({ callee }: { callee: Callee }) {
  return <Call {...callee} isMain />
}

type BrandLineProps = { brand: Brand; hasCall: boolean }

function BrandLine({ brand: { name, supportPhone }, hasCall }: BrandLineProps) {
  const { t } = useTexts()
  return (
    <>
      {hasCall && <p className={styles.also}>{t('fault.contact.brand', { brand: name })}</p>}
      {hasCall && supportPhone !== null && <Call name={name} phone={supportPhone} />}
      <p className={styles.ways}>
        <Link href="/help">{t('help.title')}</Link>
      </p>
    </>
  )
}

type Callee = { name: string; phone: string }

/** The link that calls, next to the number as text. */
function Call({ name, phone, isMain = false }: Callee & { isMain?: boolean }) {
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

/**
 * Shows the connected service provider, otherwise the customer support, otherwise how to find a company. A company
 * counts as connected only if its contract is active.
 */
function CompaniesToCall({
  service: { provider, asaSupport, canEditContract },
  hasCall,
}: Pick<FaultContactProps, 'service'> & Pick<BrandLineProps, 'hasCall'>) {
  const { t } = useTexts()
  if (provider?.status === 'ACTIVE') {
    const { name, phone, email } = provider.company
    return (
      <>
        <p>{name}</p>
        {hasCall && phone && <Call name={name} phone={phone} />}
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
          {t('tab.support.link')} <ExternalLinkIcon size={18} />
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

import type { BrandSettings } from '#brands/brand.ts'
import type { Company } from '#contract/provider.ts'
import type { SupportCompany } from '#contract/support-company.ts'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ExternalLinkIcon } from '#client/icons/late-icons.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import type { Appliance } from '../state/appliance.ts'
import styles from './fault-panel.module.css'

type Service = Appliance['service']

type Brand = Pick<BrandSettings, 'name' | 'supportPhone'>

/**
 * The position of the contacts on the panel:
 * - `first`: they are the first telephone numbers.
 * - `below-call`: a `MainCallLink` is above them. They say only what that link does not say.
 * - `afterwards`: for the time after an emergency. The brand and the search for a company are omitted.
 */
type FaultContactPosition = 'first' | 'below-call' | 'afterwards'

const questions = {
  first: 'fault.contact',
  'below-call': 'tab.provider',
  afterwards: 'fault.contact.afterwards',
} as const satisfies Record<FaultContactPosition, MessageId>

type FaultContactProps = { service: Service; brand: Brand; position: FaultContactPosition }

/**
 * Shows whom to call: the connected service provider, otherwise the customer support, otherwise how to find a company.
 * If no connected service provider has a telephone number, also shows the brand.
 */
export function FaultContact({ service, brand, position }: FaultContactProps) {
  const { t } = useTexts()
  const connected = connectedCompanyOf(service)
  const hasPhone = connected.kind === 'provider' && connected.company.phone !== undefined
  const hasCall = position !== 'below-call'
  if (position === 'afterwards' && connected.kind === 'none') return null
  if (position === 'below-call' && hasPhone && !connected.company.email) return null
  return (
    <div className={styles.contact}>
      {/* Below the link that calls the brand, the question whom to call would contradict that link. */}
      {(hasCall || connected.kind !== 'support') && <p className={styles.question}>{t(questions[position])}</p>}
      <ConnectedCompanyToCall connected={connected} hasCall={hasCall} />
      {position !== 'afterwards' && !hasPhone && <BrandLine brand={brand} hasCall={hasCall} />}
    </div>
  )
}

/** The company that is connected with the appliance. `canConnect`: whether the person may connect one. */
type ConnectedCompany =
  | { kind: 'provider'; company: Company }
  | { kind: 'support'; company: SupportCompany }
  | { kind: 'none'; canConnect: boolean }

/**
 * Returns the connected service provider, otherwise the connected customer support. A company counts as connected only
 * if its contract is active.
 */
function connectedCompanyOf({ provider, asaSupport, canEditContract }: Service): ConnectedCompany {
  if (provider?.status === 'ACTIVE') return { kind: 'provider', company: provider.company }
  if (asaSupport?.status === 'ACTIVE') return { kind: 'support', company: asaSupport.company }
  return { kind: 'none', canConnect: canEditContract }
}

/** Returns the name and the telephone number of a service provider; null if the company has no telephone here. */
function phoneOf(connected: ConnectedCompany): Callee | null {
  if (connected.kind !== 'provider' || connected.company.phone === undefined) return null
  const { name, phone } = connected.company
  return { name, phone }
}

/**
 * Returns the company to call first: the connected service provider, otherwise the brand. Null if neither has a
 * telephone.
 */
export function chooseFirstCallee(service: Service, { name, supportPhone }: Brand): Callee | null {
  return phoneOf(connectedCompanyOf(service)) ?? (supportPhone === null ? null : { name, phone: supportPhone })
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

type ConnectedCompanyToCallProps = { connected: ConnectedCompany; hasCall: boolean }

/** Shows the connected company, otherwise how to find one. */
function ConnectedCompanyToCall({ connected, hasCall }: ConnectedCompanyToCallProps) {
  const { t } = useTexts()
  switch (connected.kind) {
    case 'provider': {
      const { name, phone, email } = connected.company
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
    case 'support':
      return (
        <p className={styles.ways}>
          <Link href={connected.company.url} newTab>
            {t('tab.support.link')} <ExternalLinkIcon size={18} />
          </Link>
        </p>
      )
    case 'none':
      return (
        <>
          <p>{t('fault.contact.ask')}</p>
          {connected.canConnect && <p>{t('fault.contact.connect')}</p>}
        </>
      )
  }
}

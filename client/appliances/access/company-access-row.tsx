import type { CompanyWithAccess } from '#contract/access.ts'
import type { ProviderContract } from '#contract/provider.ts'
import { formatCardLink } from '#client/appliances/card-link.ts'
import { formatDatedMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { permissionLabelOf } from '../state/permission-label.ts'
import rows from '#client/styles/rows.module.css'
import { Link } from '#client/ui/link/link.tsx'
import styles from './access.module.css'
import { Facts } from './facts.tsx'

export type CompanyAccessRowProps = {
  applianceId: string
  company: CompanyWithAccess
  /** The name of the brand. The app also uses it as the name of the customer support. */
  brandName: string
  /** The appliance's contract with its service provider. */
  provider: ProviderContract | null
  mayManage: boolean
}

const tabOf = { SUPPORT: 'provider', ASA: 'support' } as const

/** A company with access, and a link to the tab of the appliance's card that manages its contract. */
export function CompanyAccessRow({
  applianceId,
  company: { companyType, name, since },
  brandName,
  provider,
  mayManage,
}: CompanyAccessRowProps) {
  const { t, locale } = useTexts()
  const now = useNow()
  const facts = [
    t(`access.company.${companyType}`),
    ...(companyType === 'SUPPORT' && provider ? [t(permissionLabelOf(provider))] : []),
    ...(since ? [t('access.since', { time: formatDatedMoment(Date.parse(since), now, locale) })] : []),
  ]
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={styles.name}>
          <bdi>{companyType === 'ASA' ? brandName : name}</bdi>
        </p>
        <Facts facts={facts} />
      </div>
      {mayManage && (
        <Link href={formatCardLink({ applianceId, tab: tabOf[companyType] })}>{t('access.company.manage')}</Link>
      )}
    </li>
  )
}

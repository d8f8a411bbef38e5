import type { CompanyWithAccess } from '#contract/access.ts'
import { cardLinkTo } from '#client/appliances/card-link.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import rows from '#client/styles/rows.module.css'
import { Link } from '#client/ui/link/link.tsx'
import styles from './access.module.css'

export type AccessCompanyProps = {
  applianceId: string
  company: CompanyWithAccess
  /** The person knows the customer support by the name of the brand. */
  brandName: string
  mayManage: boolean
}

const tabOf = { SUPPORT: 'provider', ASA: 'support' } as const

/** A company with access. Its contract is managed on the appliance's card. */
export function AccessCompany({
  applianceId,
  company: { companyType, name },
  brandName,
  mayManage,
}: AccessCompanyProps) {
  const { t } = useTexts()
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={styles.name}>
          <bdi>{companyType === 'ASA' ? brandName : name}</bdi>
        </p>
        <p className={styles.muted}>{t(`access.company.${companyType}`)}</p>
      </div>
      {mayManage && (
        <Link href={cardLinkTo({ applianceId, tab: tabOf[companyType] })}>{t('access.company.manage')}</Link>
      )}
    </li>
  )
}

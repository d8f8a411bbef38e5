import type { CompanyWithAccess } from '#contract/access.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import rows from '#client/styles/rows.module.css'
import { Link } from '#client/ui/link/link.tsx'
import styles from './access.module.css'

/** A company with access. Its contract is managed on the appliance's card. */
export function AccessCompany({ company: { companyType, name } }: { company: CompanyWithAccess }) {
  const { t } = useTexts()
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.muted}>{t(`access.company.${companyType}`)}</p>
      </div>
      <Link href="/appliances">{t('access.company.manage')}</Link>
    </li>
  )
}

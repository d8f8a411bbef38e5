import type { CompanyWithAccess } from '#contract/access.ts'
import type { ProviderContract } from '#contract/provider.ts'
import { formatCardLink } from '#client/appliances/card-link.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { Link } from '#client/ui/link/link.tsx'
import { permissionLabelOf } from '../state/permission-label.ts'
import { AccessRow } from './access-row.tsx'

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
export function CompanyAccessRow({ applianceId, company, brandName, provider, mayManage }: CompanyAccessRowProps) {
  const { t } = useTexts()
  const { datedMoment } = useMoments()
  const { companyType, name, since } = company
  return (
    <AccessRow
      name={<bdi>{companyType === 'ASA' ? brandName : name}</bdi>}
      facts={[
        t(`access.company.${companyType}`),
        companyType === 'SUPPORT' && provider && t(permissionLabelOf(provider)),
        since && t('access.since', { time: datedMoment(since) }),
      ]}
      actions={
        mayManage && (
          <Link href={formatCardLink({ applianceId, tab: tabOf[companyType] })}>{t('access.company.manage')}</Link>
        )
      }
    />
  )
}

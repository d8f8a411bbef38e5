import type { Company } from '#contract/provider.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { Link } from '#client/ui/link/link.tsx'
import text from '#client/styles/text.module.css'
import styles from './provider.module.css'

/** Formats the address of a company in one line. */
export function formatCompanyAddress({ address: { street, postalCode, city } }: Company): string {
  return [...street, `${postalCode} ${city}`].join(', ')
}

export type CompanyContactDataProps = {
  company: Company
  /** Whether 'Details' hides the id, which few people compare. */
  hasIdFolded?: boolean
}

/** Shows the contact data of a company and its id. */
export function CompanyContactData({ company, hasIdFolded = false }: CompanyContactDataProps) {
  const { t } = useTexts()
  const { id, phone, email } = company
  const idLine = <span className={text.small}>{t('provider.company-id', { id })}</span>
  return (
    <div className={styles.lines}>
      <span>{formatCompanyAddress(company)}</span>
      {phone && <Link href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</Link>}
      {email && <Link href={`mailto:${email}`}>{email}</Link>}
      {hasIdFolded ? (
        <Details label={t('details.show')} about={t('provider.details')}>
          {idLine}
        </Details>
      ) : (
        idLine
      )}
    </div>
  )
}

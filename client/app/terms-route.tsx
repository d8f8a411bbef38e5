import { useSelector } from 'react-redux'
import type { BrandSettings } from '#brands/brand.ts'
import { selectUser } from '#client/account/account-slice.ts'
import { TermsPage } from '#client/terms/terms-page.tsx'
import type { PageParts } from './routes.tsx'
import { useLogOut } from './use-log-out.ts'

/** The acceptance of the terms, with what it needs of the account. */
export function TermsRoute({ brand, ...parts }: Pick<PageParts, 'logOut' | 'log'> & { brand: BrandSettings }) {
  const user = useSelector(selectUser)
  const logOut = useLogOut(parts)
  return <TermsPage offered={brand.countries} userCountry={user?.country ?? null} onLogOut={logOut} />
}

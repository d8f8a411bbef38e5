import { useSelector } from 'react-redux'
import { useLocation } from 'react-router'
import type { BrandSettings } from '#brands/brand.ts'
import { selectUser } from '#client/account/account-slice.ts'
import { AppliancesPage } from '#client/appliances/appliances-page.tsx'

/** The appliance list, with what it needs of the account. */
export function AppliancesRoute({ brand }: { brand: BrandSettings }) {
  const user = useSelector(selectUser)
  // Whoever follows a link to the list from the list begins anew, too.
  const { key } = useLocation()
  return <AppliancesPage key={key} context={{ brand, userCountry: user?.country ?? null }} />
}

import { useSelector } from 'react-redux'
import type { BrandSettings } from '#brands/brand.ts'
import { selectUser } from '#client/account/account-slice.ts'
import { defaultCountry } from '#client/i18n/default-country.ts'
import { InfoPage, usePrivacyWidget } from '#client/info/info-page.tsx'

/** The info page for the user's country. Specification 9: where none is known it is that of GB. */
export function InfoRoute({ brand }: { brand: BrandSettings }) {
  const userCountry = useSelector(selectUser)?.country ?? null
  const privacyWidget = usePrivacyWidget()
  const country = userCountry ?? defaultCountry({ userCountry, wishes: navigator.languages, offered: brand.countries })
  return <InfoPage country={country === '' ? 'GB' : country} privacyWidget={privacyWidget} />
}

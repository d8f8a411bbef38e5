import { useEffect, useState } from 'react'
import type { Country } from '#contract/countries.ts'
import type { LegalKind } from '#contract/legal.ts'
import { chooseDefaultCountry } from '#client/i18n/default-country.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import { legalDocumentPathOf, legalTitleIds } from '#client/legal-documents.ts'
import { Link } from '#client/ui/link/link.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import styles from './info-page.module.css'

export type InfoPageProps = {
  /** The user's country; null if unknown. */
  userCountry: Country | null
  /** The countries that people can choose under this brand. */
  available: readonly Country[]
}

/** The documents, in the order of Specification 2.4. */
const kinds: readonly LegalKind[] = ['tos', 'privacy', 'legal-notice', 'imprint', 'service-description', 'data-act']

/**
 * Links to the legal documents of one country: the user's country, otherwise the browser's country if the brand has it,
 * otherwise GB. Specification 2.4 and 9.
 */
export function InfoPage({ userCountry, available }: InfoPageProps) {
  const { t, language } = useTexts()
  const privacyWidget = usePrivacyWidget()
  const country =
    userCountry ?? (chooseDefaultCountry({ userCountry, preferred: navigator.languages, available }) || 'GB')
  return (
    <>
      <PageHeading title={t('info.title')} />
      <ul className={styles.list}>
        {kinds.map((kind) => (
          <li key={kind}>
            <Link href={legalDocumentPathOf({ language, country, kind })} className={styles.entry}>
              {t(legalTitleIds[kind])}
              <Onward />
            </Link>
          </li>
        ))}
        {privacyWidget && (
          <li>
            <button type="button" className={styles.entry} onClick={() => privacyWidget.open()}>
              {t('info.cookies')}
              <Onward />
            </button>
          </li>
        )}
      </ul>
    </>
  )
}

function Onward() {
  return (
    <span className={styles.onward}>
      <ChevronIcon size={20} />
    </span>
  )
}

/** The widget of the brand's privacy script. Specification 17.2. */
type PrivacyWidget = { open(): void }

declare global {
  interface Window {
    privacyWidget?: PrivacyWidget
  }
}

const pollEveryMs = 500

/** Returns the privacy widget; undefined until its script has loaded, which may be later than the page. */
function usePrivacyWidget(): PrivacyWidget | undefined {
  const [widget, setWidget] = useState(() => window.privacyWidget)
  useEffect(() => {
    if (widget) return undefined
    const timer = setInterval(() => setWidget(() => window.privacyWidget), pollEveryMs)
    return () => clearInterval(timer)
  }, [widget])
  return widget
}

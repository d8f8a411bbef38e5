import type { Country } from '#contract/countries.ts'
import type { LegalKind } from '#contract/legal.ts'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { legalHref } from '#client/legal-href.ts'
import { legalTitles } from '#client/legal-titles.ts'
import { Link } from '#client/ui/link/link.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import styles from './info-page.module.css'
import type { PrivacyWidget } from './privacy-widget.ts'

export type InfoPageProps = {
  /** Whose legal documents are shown. */
  country: Country
  /** Undefined where the brand has none. */
  privacyWidget: PrivacyWidget | undefined
}

/** In the order of Specification 2.4. */
const kinds: readonly LegalKind[] = ['tos', 'privacy', 'legal-notice', 'imprint', 'service-description', 'data-act']

/** Where the rest is written. Specification 2.4. */
export function InfoPage({ country, privacyWidget }: InfoPageProps) {
  const { t, language } = useTexts()
  return (
    <>
      <PageHeading title={t('info.title')} />
      <ul className={styles.list}>
        {kinds.map((kind) => (
          <li key={kind}>
            <Link href={legalHref({ language, country, kind })} className={styles.entry}>
              {t(legalTitles[kind])}
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

import type { BrandSettings } from '#brands/brand.ts'
import { ExternalIcon } from '#client/icons/action-icons.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import styles from './info-page.module.css'
import type { PrivacyWidget } from './privacy-widget.ts'

export type InfoPageProps = {
  brand: Pick<BrandSettings, 'dataActUrl'>
  /** Undefined where the brand has none. */
  privacyWidget: PrivacyWidget | undefined
}

/** Where the rest is written. Specification 2.4. */
export function InfoPage({ brand, privacyWidget }: InfoPageProps) {
  const { t } = useTexts()
  return (
    <>
      <PageHeading title={t('info.title')} />
      <ul className={styles.list}>
        <li>
          <Link href={brand.dataActUrl} newTab className={styles.link}>
            {t('info.data-act')}
            <ExternalIcon size={20} />
          </Link>
        </li>
        {privacyWidget && (
          <li>
            <Button variant="quiet" onPress={() => privacyWidget.open()}>
              {t('info.cookies')}
            </Button>
          </li>
        )}
      </ul>
    </>
  )
}

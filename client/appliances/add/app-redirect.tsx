import type { BrandSettings } from '#brands/brand.ts'
import { StoreBadge } from '#client/icons/store-badge.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import styles from './add-appliance.module.css'

export type AppRedirectProps = { gatewayName: string; brand: Pick<BrandSettings, 'name' | 'appStoreLinks'> }

/** Sends the person to the brand's app, where gateways of this kind are connected. Specification 2.7. */
export function AppRedirect({ gatewayName, brand: { name, appStoreLinks } }: AppRedirectProps) {
  const { t } = useTexts()
  return (
    <section className={styles.redirect}>
      <h2>{t('add.redirect.title', { type: gatewayName })}</h2>
      <p>{t('add.redirect.text', { type: gatewayName, brand: name })}</p>
      <div className={styles.badges}>
        <StoreBadge
          platform="ios"
          href={appStoreLinks.ios}
          lead={t('add.redirect.store')}
          name={t('add.redirect.ios')}
        />
        <StoreBadge
          platform="android"
          href={appStoreLinks.android}
          lead={t('add.redirect.store')}
          name={t('add.redirect.android')}
        />
      </div>
    </section>
  )
}

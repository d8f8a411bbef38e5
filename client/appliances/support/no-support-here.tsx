import type { Country } from '#contract/countries.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useApplianceContext } from '../appliance-context.tsx'
import styles from './support.module.css'

export type NoSupportHereProps = { country: Country; onAddProvider(): void }

/** Says sorry, and who could help instead. Specification 2.10. */
export function NoSupportHere({ country, onAddProvider }: NoSupportHereProps) {
  const { t, language } = useTexts()
  const { brand } = useApplianceContext()
  const countryName = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
  return (
    <div className={styles.stack}>
      <p>{t('support.none', { brand: brand.name, country: countryName })}</p>
      <p>
        <a
          href="/appliances"
          className={styles.link}
          onClick={(event) => {
            event.preventDefault()
            onAddProvider()
          }}
        >
          {t('support.add-provider')}
        </a>
      </p>
    </div>
  )
}

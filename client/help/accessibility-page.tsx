import type { BrandSettings } from '#brands/brand.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import styles from './help.module.css'
import { formatMailtoUrl } from './mailto-url.ts'

const metCriteria = ['keyboard', 'reader', 'contrast', 'zoom', 'motion'] as const
const untestedParts = ['tried', 'safari', 'others'] as const

/** The accessibility statement of the brand. It also says what was not tested. Specification 2.16. */
export function AccessibilityPage({ brand }: { brand: Pick<BrandSettings, 'name' | 'supportMail'> }) {
  const { t } = useTexts()
  return (
    <>
      <PageHeading title={t('accessibility.title')} back={{ href: '/help', label: t('help.title') }} />
      <div className={styles.statement}>
        <p>{t('accessibility.lead', { brand: brand.name })}</p>
        <p>{t('accessibility.aim')}</p>
        <h2>{t('accessibility.holds')}</h2>
        <ul>
          {metCriteria.map((each) => (
            <li key={each}>{t(`accessibility.${each}`)}</li>
          ))}
        </ul>
        <h2>{t('accessibility.limits')}</h2>
        <ul>
          {untestedParts.map((each) => (
            <li key={each}>{t(`accessibility.${each}`)}</li>
          ))}
        </ul>
        <h2>{t('accessibility.feedback-title')}</h2>
        <p>{t('accessibility.feedback')}</p>
        <LinkButton href={formatMailtoUrl({ to: brand.supportMail, subject: t('accessibility.title'), lines: [] })}>
          {t('help.write')}
        </LinkButton>
      </div>
    </>
  )
}

import type { Country } from '#contract/countries.ts'
import type { LegalKind } from '#contract/legal.ts'
import { formatLongDay } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { legalDocumentPathOf } from '#client/legal-documents.ts'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { CountrySelect } from '#client/ui/country-select/country-select.tsx'
import { Link } from '#client/ui/link/link.tsx'
import text from '#client/styles/text.module.css'
import styles from './terms.module.css'
import type { TermsFormControl } from './use-terms-form.ts'

export type TermsFormProps = { form: TermsFormControl; asksCountry: boolean; available: readonly Country[] }

/**
 * The form that accepts the terms. It shows their effective date, and asks for the country if the user has none.
 * Specification 2.12.
 */
export function TermsForm({ form, asksCountry, available }: TermsFormProps) {
  const { t } = useTexts()
  if (form.document === null) return null
  return (
    <div className={styles.form}>
      <Lead form={form} effectiveDate={form.document.effectiveDate} />
      {asksCountry && <CountryField form={form} available={available} />}
      <Checkbox
        value={form.isAgreed}
        onChange={form.agree}
        description={<Documents country={form.country === '' ? defaultCountry : form.country} />}
      >
        {t('terms.agree')}
      </Checkbox>
    </div>
  )
}

type LeadProps = { form: Pick<TermsFormControl, 'isFirstTime' | 'isRenewed'>; effectiveDate: string }

function Lead({ form: { isFirstTime, isRenewed }, effectiveDate }: LeadProps) {
  const { t, locale } = useTexts()
  return (
    <div className={styles.lead}>
      <p>{t(isFirstTime ? 'terms.lead' : 'terms.lead-again')}</p>
      <p className={text.small}>{t('terms.effective', { date: formatLongDay(effectiveDate, locale) })}</p>
      <div aria-live="polite">{isRenewed && <Callout tone="warning">{t('terms.renewed')}</Callout>}</div>
    </div>
  )
}

function CountryField({ form, available }: Pick<TermsFormProps, 'form' | 'available'>) {
  const { t } = useTexts()
  return (
    <CountrySelect
      label={t('terms.country')}
      hint={t('terms.country.hint')}
      placeholder={t('terms.country.choose')}
      countries={available}
      value={form.country}
      onChange={form.choose}
      isRequired
    />
  )
}

/**
 * The country of the linked documents until the person chooses one: the default legal localization is en/GB.
 * Specification 9.
 */
const defaultCountry: Country = 'GB'

const documents: readonly { kind: LegalKind; name: MessageId }[] = [
  { kind: 'tos', name: 'terms.tos' },
  { kind: 'privacy', name: 'terms.privacy' },
  { kind: 'data-act', name: 'info.data-act' },
]

/** Links to the legal documents. They open in a new tab, so that the form keeps its values. */
function Documents({ country }: { country: Country }) {
  const { t, language } = useTexts()
  return (
    <span className={styles.documents}>
      {documents.map(({ kind, name }) => (
        <Link key={kind} href={legalDocumentPathOf({ language, country, kind })} newTab>
          {t(name)}
        </Link>
      ))}
    </span>
  )
}

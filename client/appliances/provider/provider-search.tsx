import type { ReactNode } from 'react'
import { companySearchLimits } from '#contract/company-search.ts'
import type { Company } from '#contract/provider.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { SearchField } from '#client/ui/search-field/search-field.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import text from '#client/styles/text.module.css'
import { useCardSettings } from '../card-settings.tsx'
import { formatCompanyAddress } from './company-contact-data.tsx'
import styles from './provider.module.css'
import type { ProviderSearchControl } from './use-provider-search.ts'

export type ProviderSearchProps = {
  search: ProviderSearchControl
  onSelect(company: Company): void
  /** Cancels the search. Absent if the person cannot return to anything. */
  onCancel?: () => void
}

/** Shows the search box for service providers and its results. Specification 2.9 and 8. */
export function ProviderSearch({ search, onSelect, onCancel }: ProviderSearchProps) {
  const { t } = useTexts()
  return (
    <>
      <div className={styles.search}>
        <Form onSubmit={search.now}>
          <SearchField
            label={t('provider.search.label')}
            placeholder={t('provider.search.placeholder')}
            value={search.text}
            onChange={search.type}
          />
        </Form>
      </div>
      <div className={styles.results}>
        <div aria-live="polite">
          <Outcome state={search.state} />
        </div>
        <Found state={search.state} onSelect={onSelect} />
      </div>
      {onCancel && (
        <span>
          <Button variant="secondary" onPress={onCancel}>
            {t('dialog.cancel')}
          </Button>
        </span>
      )}
    </>
  )
}

type StateProps = Pick<ProviderSearchControl, 'state'>

/** The result of the search in one sentence. A screen reader announces only this sentence. */
function Outcome({ state }: StateProps) {
  const { t, locale } = useTexts()
  if (state.kind !== 'found') return null
  const { items, total } = state.found
  const count = items.length
  if (count === 0) return <p>{t('provider.search.none')}</p>
  return (
    <p className={text.muted}>
      {count === total
        ? t('provider.search.results', { count })
        : t('provider.search.best-results', { shown: count, total: totalWords(total, locale) })}
    </p>
  )
}

/** Formats the number of matches. The server counts only up to its limit: '1,000+'. */
function totalWords(total: number, locale: string): string {
  return `${new Intl.NumberFormat(locale).format(total)}${total < companySearchLimits.total ? '' : '+'}`
}

function Found({ state, onSelect }: StateProps & Pick<ProviderSearchProps, 'onSelect'>) {
  const { t } = useTexts()
  switch (state.kind) {
    case 'nothing-typed':
      return (
        <>
          <p>{t('provider.search.not-yet')}</p>
          <p className={text.muted}>{t('provider.search.not-yet-hint')}</p>
        </>
      )
    case 'searching':
      return <CentredSpinner label={t('provider.search.searching')} />
    case 'found':
      return state.found.items.length === 0 ? (
        <AskSupport />
      ) : (
        <Results results={state.found.items} onSelect={onSelect} />
      )
  }
}

function AskSupport() {
  const { brand } = useCardSettings()
  const email = brand.supportMail
  return (
    <p className={text.muted}>
      <TextWithPart id="provider.search.none-mail" name="email" part={<Link href={`mailto:${email}`}>{email}</Link>} />
    </p>
  )
}

function Results({ results, onSelect }: { results: readonly Company[]; onSelect(company: Company): void }) {
  return (
    <ul className={styles.resultCards}>
      {results.map((company) => (
        <li key={company.id}>
          <button type="button" className={styles.resultCard} onClick={() => onSelect(company)}>
            <span className={styles.name}>{company.name}</span>
            <span>{formatCompanyAddress(company)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

export type TextWithPartProps = {
  id: MessageId
  /** The placeholder that `part` replaces. */
  name: string
  part: ReactNode
}

/** The character that marks the position of the part in a message. No message contains it. */
const mark = '\uE000'

/** Renders a message with an element in the position of a placeholder. That position differs by language. */
function TextWithPart({ id, name, part }: TextWithPartProps) {
  const { t } = useTexts()
  const [before, after] = t(id, { [name]: mark }).split(mark)
  return (
    <>
      {before}
      {part}
      {after}
    </>
  )
}

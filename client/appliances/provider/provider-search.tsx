import type { Company } from '#contract/provider.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { Spinner } from '#client/ui/spinner/spinner.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { useSurroundings } from '../surroundings.tsx'
import { companyPlace } from './company-lines.tsx'
import styles from './provider.module.css'
import { TextWithPart } from '../text-with-part.tsx'
import type { ProviderSearchControl } from './use-provider-search.ts'

export type ProviderSearchProps = {
  search: ProviderSearchControl
  onSelect(company: Company): void
  /** Where there is something to go back to. */
  onCancel?: () => void
}

/** The search box and what it found. Specification 2.9 and 8. */
export function ProviderSearch({ search, onSelect, onCancel }: ProviderSearchProps) {
  const { t } = useTexts()
  return (
    <>
      <div className={styles.search}>
        <Form onSubmit={search.now}>
          <TextField
            label={t('provider.search.label')}
            placeholder={t('provider.search.placeholder')}
            type="search"
            value={search.text}
            onChange={search.type}
          />
        </Form>
      </div>
      <div aria-live="polite" className={styles.results}>
        <Found search={search} onSelect={onSelect} />
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

function Found({ search: { state }, onSelect }: Pick<ProviderSearchProps, 'search' | 'onSelect'>) {
  const { t } = useTexts()
  switch (state.kind) {
    case 'nothing-typed':
      return (
        <>
          <p>{t('provider.search.not-yet')}</p>
          <p className={styles.muted}>{t('provider.search.not-yet-hint')}</p>
        </>
      )
    case 'searching':
      return (
        <div className={styles.waiting}>
          <Spinner label={t('provider.search.searching')} />
        </div>
      )
    case 'found':
      return state.results.length === 0 ? <NothingFound /> : <Results results={state.results} onSelect={onSelect} />
  }
}

function NothingFound() {
  const { t } = useTexts()
  const { brand } = useSurroundings()
  const email = brand.supportMail
  return (
    <>
      <p>{t('provider.search.none')}</p>
      <p className={styles.muted}>
        <TextWithPart
          id="provider.search.none-mail"
          name="email"
          part={<Link href={`mailto:${email}`}>{email}</Link>}
        />
      </p>
    </>
  )
}

type ResultsProps = { results: readonly Company[]; onSelect(company: Company): void }

function Results({ results, onSelect }: ResultsProps) {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.muted}>{t('provider.search.results', { count: results.length })}</p>
      <ul className={styles.resultCards}>
        {results.map((company) => (
          <li key={company.id}>
            <button type="button" className={styles.resultCard} onClick={() => onSelect(company)}>
              <span className={styles.name}>{company.name}</span>
              <span>{companyPlace(company)}</span>
              <span className={styles.companyId}>{t('provider.company-id', { id: company.id })}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

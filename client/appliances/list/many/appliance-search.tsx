import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { SearchField } from '#client/ui/search-field/search-field.tsx'
import { NothingFoundPicture } from '#client/icons/nothing-found-picture.tsx'
import styles from './many.module.css'

export type ApplianceSearchProps = {
  query: string
  onQuery(query: string): void
  /** The number of matches. */
  found: number
  total: number
}

/** The search of a long list, which announces the number of matches. Loaded on demand. Specification 2.6. */
export function ApplianceSearch({ query, onQuery, found, total }: ApplianceSearchProps) {
  const { t } = useTexts()
  const isSearching = query.trim() !== ''
  return (
    <>
      <search>
        <SearchField
          label={t('appliances.search')}
          placeholder={t('appliances.search-placeholder')}
          value={query}
          onChange={onQuery}
        />
        <p aria-live="polite" className={styles.matches}>
          {isSearching && t('appliances.matches', { found, total })}
        </p>
      </search>
      {found === 0 && (
        <EmptyState
          title={t('appliances.none-found')}
          picture={<NothingFoundPicture />}
          action={
            <Button variant="secondary" onPress={() => onQuery('')}>
              {t('appliances.search-clear')}
            </Button>
          }
        >
          {t('appliances.none-found-text')}
        </EmptyState>
      )}
    </>
  )
}

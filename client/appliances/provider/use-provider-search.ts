import { useEffect, useState } from 'react'
import { companySearchLimits } from '#contract/company-search.ts'
import type { Country } from '#contract/countries.ts'
import { type FoundProviders, searchProviders } from '../service-calls.ts'
import { useApplianceDispatch } from '../use-dispatch.ts'
import { createDebouncedSearch, type SearchState } from './debounced-search.ts'

/** Specification 5 and 9. */
const debounceMs = 1000

export type ProviderSearchControl = {
  text: string
  state: SearchState<FoundProviders>
  type(text: string): void
  /** Searches at once. */
  now(): void
  clear(): void
}

const nothingTyped = { kind: 'nothing-typed' } as const

/** The search for a company of a country, as it is typed. */
export function useProviderSearch(country: Country): ProviderSearchControl {
  const dispatch = useApplianceDispatch()
  const [text, setText] = useState('')
  const [state, setState] = useState<SearchState<FoundProviders>>(nothingTyped)
  const [search] = useState(() =>
    createDebouncedSearch<FoundProviders>({
      debounceMs,
      onState: setState,
      search: (value) =>
        dispatch(searchProviders({ country, value: value.slice(0, companySearchLimits.value) })).unwrap(),
    }),
  )
  useEffect(() => search.stop, [search])

  function type(next: string) {
    setText(next)
    search.typed(next)
  }

  return { text, state, type, now: search.now, clear: () => type('') }
}

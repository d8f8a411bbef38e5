import { useEffect, useState } from 'react'
import { companySearchLimits } from '#contract/company-search.ts'
import type { Country } from '#contract/countries.ts'
import { type FoundProviders, searchProviders } from '../state/appliance-calls.ts'
import { useCallDispatch } from '#client/call-thunk.ts'

/** The pause in typing after which the search starts, in ms. Specification 5 and 9. */
const debounceMs = 1000

export type ProviderSearchControl = {
  text: string
  state: SearchState<FoundProviders>
  type(text: string): void
  /** Searches immediately. */
  now(): void
  clear(): void
}

const nothingTyped = { kind: 'nothing-typed' } as const

/** Searches for a company of a country while the person types. */
export function useProviderSearch(country: Country): ProviderSearchControl {
  const dispatch = useCallDispatch()
  const [text, setText] = useState('')
  const [state, setState] = useState<SearchState<FoundProviders>>(nothingTyped)
  const [search] = useState(() =>
    createDebouncedSearch<FoundProviders>({
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

/** The state of the search. `found` stays until another text is searched. */
export type SearchState<Found> = { kind: 'nothing-typed' } | { kind: 'searching' } | { kind: 'found'; found: Found }

type DebouncedSearchDependencies<Found> = {
  search(value: string): Promise<Found>
  onState(state: SearchState<Found>): void
}

type DebouncedSearch = {
  typed(text: string): void
  /** Searches immediately, as Enter does. */
  now(): void
  stop(): void
}

/**
 * Creates a search that runs after a pause in typing. If the text is that of the last search, it does not search again.
 * It ignores answers to earlier searches. Specification 5.4.
 *
 * `search` must not reject: a failed search must resolve to an empty result.
 */
export function createDebouncedSearch<Found>({ search, onState }: DebouncedSearchDependencies<Found>): DebouncedSearch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wantedQuery = ''
  let searchedQuery = ''
  let last: SearchState<Found> = { kind: 'nothing-typed' }

  function say(state: SearchState<Found>): void {
    last = state
    onState(state)
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (wantedQuery === searchedQuery) return
    const value = wantedQuery
    searchedQuery = value
    say({ kind: 'searching' })
    const answer = await search(value)
    if (value === searchedQuery) say({ kind: 'found', found: answer })
  }

  return {
    typed(text) {
      clearTimeout(timer)
      wantedQuery = text.trim()
      if (wantedQuery === '') {
        searchedQuery = ''
        return say({ kind: 'nothing-typed' })
      }
      // The person has typed the text of the last search again. The answer to that search has arrived, or is in
      // progress.
      if (wantedQuery === searchedQuery) return onState(last)
      onState({ kind: 'searching' })
      timer = setTimeout(() => void run(), debounceMs)
    },
    now: () => void run(),
    stop() {
      clearTimeout(timer)
      searchedQuery = ''
    },
  }
}

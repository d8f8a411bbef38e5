/** What is known of what was typed. `found` stays until something else is searched. */
export type SearchState<Found> = { kind: 'nothing-typed' } | { kind: 'searching' } | { kind: 'found'; found: Found }

export type DebouncedSearchParts<Found> = {
  search(value: string): Promise<Found>
  onState(state: SearchState<Found>): void
  debounceMs: number
}

export type DebouncedSearch = {
  typed(text: string): void
  /** Searches at once, as by Enter. */
  now(): void
  stop(): void
}

/**
 * Searches once typing has rested, not twice for the same, and hears only the newest answer. Specification 5.4.
 * `search` never rejects: a failed one has found nothing.
 */
export function createDebouncedSearch<Found>(parts: DebouncedSearchParts<Found>): DebouncedSearch {
  const { search, onState, debounceMs } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted = ''
  let searched = ''
  let last: SearchState<Found> = { kind: 'nothing-typed' }

  function say(state: SearchState<Found>): void {
    last = state
    onState(state)
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (wanted === searched) return
    const value = wanted
    searched = value
    say({ kind: 'searching' })
    const found = await search(value)
    if (value === searched) say({ kind: 'found', found })
  }

  return {
    typed(text) {
      clearTimeout(timer)
      wanted = text.trim()
      if (wanted === '') {
        searched = ''
        return say({ kind: 'nothing-typed' })
      }
      // Back at what was searched: its answer is there, or on its way.
      if (wanted === searched) return onState(last)
      onState({ kind: 'searching' })
      timer = setTimeout(() => void run(), debounceMs)
    },
    now: () => void run(),
    stop() {
      clearTimeout(timer)
      searched = ''
    },
  }
}

/** A location of the page. `key` differs for each visit; `state`: data from the navigation that led here. */
export type PagePlace = { pathname: string; search: string; hash: string; key: string; state: unknown }

/** The router's part of a history entry's state, next to other parts; `idx` numbers the entries. */
type EntryState = { key?: string; idx?: number; state?: unknown } | null

/** The part of the browser's window that the history uses. */
export type HistoryWindow = Pick<Window, 'history' | 'location' | 'addEventListener'>

/** The browser's history as locations. */
export type PageHistory = {
  place(): PagePlace
  /** Creates a location for an address, relative to `from`. @throws Error if the address is not part of the page */
  placeAt(address: string, from: PagePlace, state?: unknown): PagePlace
  /** The absolute address of a location, without its hash. */
  urlOf(place: PagePlace): string
  push(place: PagePlace): void
  replace(place: PagePlace): void
  go(delta: number): void
  /** Called after back and forward. `delta`: the number of entries; null if an entry does not belong to the page. */
  onPop(listen: (place: PagePlace, delta: number | null) => void): void
}

/** The key of the first entry of a tab, which has none of its own. */
const firstKey = 'default'

export function createPageHistory(page: HistoryWindow): PageHistory {
  const { history, location } = page
  const entry = (): EntryState => history.state as EntryState
  let index: number | null = entry()?.idx ?? null
  if (index === null) {
    index = 0
    history.replaceState({ ...entry(), idx: index }, '')
  }

  function place(): PagePlace {
    const { pathname, search, hash } = location
    return { pathname, search, hash, key: entry()?.key ?? firstKey, state: entry()?.state ?? null }
  }

  function push(to: PagePlace): void {
    index = (entry()?.idx ?? 0) + 1
    const state = { state: to.state, key: to.key, idx: index }
    try {
      history.pushState(state, '', pathOfPlace(to))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error
      // Browsers limit how many entries a page may add in a period.
      location.assign(pathOfPlace(to))
    }
  }

  return {
    place,
    placeAt(address, from, state = null) {
      const url = new URL(address, new URL(pathOfPlace(from), location.origin))
      if (url.origin !== location.origin) throw new Error('The address is no part of the page.')
      const { pathname, search, hash } = url
      return { pathname, search, hash, key: newKey(), state }
    },
    urlOf: ({ pathname, search }) => `${location.origin}${pathname}${search}`,
    push,
    replace(to) {
      index = entry()?.idx ?? 0
      history.replaceState({ state: to.state, key: to.key, idx: index }, '', pathOfPlace(to))
    },
    go: (delta) => history.go(delta),
    onPop(listen) {
      page.addEventListener('popstate', () => {
        const before = index
        index = entry()?.idx ?? null
        listen(place(), index === null || before === null ? null : index - before)
      })
    },
  }
}

/** The path with query and hash. */
export function pathOfPlace({ pathname, search, hash }: Pick<PagePlace, 'pathname' | 'search' | 'hash'>): string {
  return `${pathname}${search}${hash}`
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

/** A location of the page. `key` differs for each visit; `state`: data from the navigation that led here. */
export type PageLocation = { pathname: string; search: string; hash: string; key: string; state: unknown }

/** The router's part of a history entry's state, next to other parts; `idx` numbers the entries. */
type EntryState = { key?: string; idx?: number; state?: unknown } | null

/** The part of the browser's window that the history uses. */
export type HistoryWindow = Pick<Window, 'history' | 'location' | 'addEventListener'>

/** The browser's history as locations. */
export type PageHistory = {
  location(): PageLocation
  /** Creates a location for an address, relative to `from`. @throws Error if the address is not part of the page */
  locationAt(address: string, from: PageLocation, state?: unknown): PageLocation
  /** The absolute address of a location. */
  urlOf(location: PageLocation): string
  push(location: PageLocation): void
  replace(location: PageLocation): void
  go(delta: number): void
  /** Called after back and forward. `delta`: the number of entries; null if an entry does not belong to the page. */
  onPop(listen: (location: PageLocation, delta: number | null) => void): void
}

/** The key of the first entry of a tab, which has none of its own. */
const firstKey = 'default'

export function createPageHistory(page: HistoryWindow): PageHistory {
  const { history } = page
  const entry = (): EntryState => history.state as EntryState
  let index: number | null = entry()?.idx ?? null
  if (index === null) {
    index = 0
    history.replaceState({ ...entry(), idx: index }, '')
  }

  function location(): PageLocation {
    const { pathname, search, hash } = page.location
    return { pathname, search, hash, key: entry()?.key ?? firstKey, state: entry()?.state ?? null }
  }

  function push(to: PageLocation): void {
    index = (entry()?.idx ?? 0) + 1
    const state = { state: to.state, key: to.key, idx: index }
    try {
      history.pushState(state, '', pathOfLocation(to))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error
      // Loads the address as a document if the browser allows no more entries: the number of entries in a period is limited.
      page.location.assign(pathOfLocation(to))
    }
  }

  return {
    location,
    locationAt(address, from, state = null) {
      const url = new URL(address, new URL(pathOfLocation(from), page.location.origin))
      if (url.origin !== page.location.origin) throw new Error('The address is no part of the page.')
      const { pathname, search, hash } = url
      return { pathname, search, hash, key: newKey(), state }
    },
    urlOf: (to) => `${page.location.origin}${pathOfLocation(to)}`,
    push,
    replace(to) {
      index = entry()?.idx ?? 0
      history.replaceState({ state: to.state, key: to.key, idx: index }, '', pathOfLocation(to))
    },
    go: (delta) => history.go(delta),
    onPop(listen) {
      page.addEventListener('popstate', () => {
        const before = index
        index = entry()?.idx ?? null
        listen(location(), index === null || before === null ? null : index - before)
      })
    },
  }
}

/** The path with query and hash. */
export function pathOfLocation({ pathname, search, hash }: Pick<PageLocation, 'pathname' | 'search' | 'hash'>): string {
  return `${pathname}${search}${hash}`
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

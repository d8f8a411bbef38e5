/**
 * A location in the app. `key` is different for each history entry. `state` is data from the navigation that led to
 * the location.
 */
export type PageLocation = { pathname: string; search: string; hash: string; key: string; state: unknown }

/**
 * The fields that the router stores in the state of a history entry; the state may have other fields. `idx`: the
 * number of the entry.
 */
type EntryState = { key?: string; idx?: number; state?: unknown } | null

/** The members of the browser's window that the history uses. */
export type HistoryWindow = Pick<Window, 'history' | 'location' | 'addEventListener'>

/** The browser's history, as a list of locations. */
export type PageHistory = {
  location(): PageLocation
  /**
   * Creates the location for an address. A relative address is resolved against `from`. @throws Error if the address
   * has another origin than the app
   */
  locationAt(address: string, from: PageLocation, state?: unknown): PageLocation
  /** Returns the absolute address of a location. */
  urlOf(location: PageLocation): string
  push(location: PageLocation): void
  replace(location: PageLocation): void
  go(delta: number): void
  /**
   * Calls `listen` after Back and Forward. `delta`: the number of entries by which the browser moved; null if the app
   * did not create one of the two entries.
   */
  onPop(listen: (location: PageLocation, delta: number | null) => void): void
}

/** The key of a history entry without a key of the router, which is the first entry of a tab. */
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
      // If the browser temporarily permits no more entries, loads the address as a document.
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

/** Returns the path of a location with query and hash. */
export function pathOfLocation({ pathname, search, hash }: Pick<PageLocation, 'pathname' | 'search' | 'hash'>): string {
  return `${pathname}${search}${hash}`
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

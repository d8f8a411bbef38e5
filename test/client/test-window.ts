import type { HistoryWindow } from '#client/router/page-history.ts'

/** Creates a fake window with the history of one tab. To simulate a reload, pass the entries of the earlier window. */
export function createTestWindow(path: string, entries: { url: string; state: unknown }[] = []) {
  const origin = 'https://portal.example'
  let at = entries.length
  let onPop: () => void = () => undefined
  const left: string[] = []
  entries.push({ url: `${origin}${path}`, state: null })
  const current = () => entries[at] ?? { url: origin, state: null }
  const write = (index: number, state: unknown, url: string) => {
    entries[index] = { url: new URL(url, current().url).href, state: structuredClone(state) }
    at = index
  }
  const history = {
    get state() {
      return current().state
    },
    pushState(state: unknown, _: string, url: string) {
      entries.length = at + 1
      write(at + 1, state, url)
    },
    replaceState: (state: unknown, _: string, url = '') => write(at, state, url),
    /** Moves in the history asynchronously, as a browser does. */
    go(delta: number) {
      queueMicrotask(() => {
        if (!entries[at + delta]) return
        at += delta
        onPop()
      })
    },
  }
  const location = {
    origin,
    get pathname() {
      return new URL(current().url).pathname
    },
    get search() {
      return new URL(current().url).search
    },
    get hash() {
      return new URL(current().url).hash
    },
    assign: (url: string) => left.push(url),
  }
  const window = {
    history,
    location,
    addEventListener: (_: string, listener: () => void) => {
      onPop = listener
    },
  } as unknown as HistoryWindow
  return {
    window,
    left,
    paths: () => entries.map(({ url }) => url.slice(origin.length)),
    path: () => current().url.slice(origin.length),
  }
}

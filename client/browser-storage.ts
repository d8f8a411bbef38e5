/** The methods of the browser's storage that the page uses. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'length'>

type StorageKind = 'localStorage' | 'sessionStorage'

const substitutes = new Map<StorageKind, BrowserStorage>()

/**
 * Returns the browser's storage. If the browser blocks it, returns a storage in memory that lasts as long as the page.
 */
export function getBrowserStorage(kind: StorageKind): BrowserStorage {
  try {
    return window[kind]
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    const substitute = substitutes.get(kind) ?? storageOfPage()
    substitutes.set(kind, substitute)
    return substitute
  }
}

function storageOfPage(): BrowserStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    get length() {
      return values.size
    },
  }
}

/** The methods of `localStorage` that this file uses. */
export type ValueStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Reads a stored value; returns null if there is none or the browser blocks storage. */
export function readStoredValue(valueStorage: ValueStorage, key: string): string | null {
  try {
    return valueStorage.getItem(key)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Stores a value if the browser permits it. */
export function storeValue(valueStorage: ValueStorage, key: string, value: string): void {
  try {
    valueStorage.setItem(key, value)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** The methods of the browser's storage that this file uses. */
export type ValueStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Reads a stored value; returns null if there is none or the browser blocks storage. */
export function readStoredValue(valueStorage: Pick<ValueStorage, 'getItem'>, key: string): string | null {
  try {
    return valueStorage.getItem(key)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Stores a value if the browser permits it. */
export function storeValue(valueStorage: Pick<ValueStorage, 'setItem'>, key: string, value: string): void {
  try {
    valueStorage.setItem(key, value)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

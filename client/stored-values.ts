/** The methods of `localStorage` that this file uses. */
export type ValueStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Reads a stored value; returns null if there is none or the browser blocks storage. */
export function readStoredValue(keeping: ValueStorage, key: string): string | null {
  try {
    return keeping.getItem(key)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Stores a value if the browser permits it. */
export function storeValue(keeping: ValueStorage, key: string, value: string): void {
  try {
    keeping.setItem(key, value)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

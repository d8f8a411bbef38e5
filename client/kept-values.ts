/** Where a browser keeps small things for the next visit; `localStorage`. */
export type ValueStorage = Pick<Storage, 'getItem' | 'setItem'>

/** What was kept; null for nothing, also where the browser allows no storage. */
export function readKept(keeping: ValueStorage, key: string): string | null {
  try {
    return keeping.getItem(key)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Keeps a value where the browser allows it. */
export function keep(keeping: ValueStorage, key: string, value: string): void {
  try {
    keeping.setItem(key, value)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

import * as z from 'zod/mini'

const storageKey = 'newly-added'

/**
 * The maximum number of stored ids; the oldest ids are deleted. A person who adds more than 20 appliances does not need
 * the next steps.
 */
const atMost = 20

const ids = z.array(z.string())

/**
 * The ids of the appliances that were added in this browser, until their next steps are done or hidden. If the browser
 * blocks storage, there are no ids.
 */
export const idsWithNextSteps = {
  all: (): readonly string[] => read(),
  has: (id: string): boolean => read().includes(id),
  add: (id: string): void => write([id, ...read().filter((each) => each !== id)].slice(0, atMost)),
  remove: (id: string): void => write(read().filter((each) => each !== id)),
}

function read(): readonly string[] {
  return withStorage((storage) => ids.safeParse(JSON.parse(storage.getItem(storageKey) ?? '[]')).data) ?? []
}

function write(next: readonly string[]): void {
  withStorage((storage) =>
    next.length === 0 ? storage.removeItem(storageKey) : storage.setItem(storageKey, JSON.stringify(next)),
  )
}

/** Calls `use` with the storage. Returns undefined if the browser blocks storage, or the content is not JSON. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage)
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return undefined
    throw error
  }
}

import type { ApiCall } from '#client/api.ts'

/**
 * Which news of a change tells this page nothing: those of a change that it made itself, alone at that time, and has
 * the answer of. Specification 14.3.
 */
export type OwnChanges = {
  /** The same call, whose changes are followed. */
  follow(call: ApiCall): ApiCall
  /** The answer to this request has come. */
  answered(requestId: string): void
  /** Waits until no change is under way: its answer may be older than the news. */
  isKnown(requestId: string | undefined): Promise<boolean>
}

/** News come at once, or not at all. */
const remembered = 20

export function createOwnChanges(): OwnChanges {
  const underWay = new Set<Promise<unknown>>()
  const known = new Set<string>()
  let isAlone = true

  async function during<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    // Of two at once either answer may be older than what the other changed.
    isAlone = underWay.size === 0
    const change = call()
    underWay.add(change)
    try {
      return await change
    } finally {
      underWay.delete(change)
    }
  }

  function answered(requestId: string): void {
    if (!isAlone || underWay.size === 0) return
    known.add(requestId)
    const [oldest] = known
    if (oldest !== undefined && known.size > remembered) known.delete(oldest)
  }

  return {
    follow:
      (call) =>
      (endpoint, ...input) =>
        endpoint.method === 'GET' ? call(endpoint, ...input) : during(async () => call(endpoint, ...input)),
    answered,
    isKnown: async (requestId) => {
      while (underWay.size > 0) await Promise.allSettled(underWay)
      return requestId !== undefined && known.has(requestId)
    },
  }
}

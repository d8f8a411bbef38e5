import type { BusListener } from '#server/live/bus/bus.ts'
import { startBackgroundLoop } from '#server/loop.ts'
import type { Queryable } from '#server/database/sql.ts'
import type { AccessTokenVerifier } from './access-token.ts'
import { createTokenRefusal } from './access-token-error.ts'
import { providerFailureNameOf } from './provider-failure-name.ts'
import { createRecentlyUsedMap } from './recently-used-map.ts'
import { digestOfToken, readEndedTokens } from './store.ts'
import type { Services } from '#server/services.ts'

const maxEndedTokens = 20_000
const rereadAfterMs = 1_000

export type EndedTokenList = {
  /** Wraps a verification function. The result also refuses tokens of ended sessions. */
  refuse(verify: AccessTokenVerifier): AccessTokenVerifier
  /**
   * Updates the list from messages of the bus. After a possible loss of messages, reads the list from the database
   * again.
   */
  listener: BusListener
  /** Reads the list from the database. */
  read(): Promise<void>
  close(): Promise<void>
}

export type EndedTokenListDependencies = Pick<Services, 'clock' | 'log'> & { pool: Queryable }

/**
 * Creates the list of access tokens whose sessions have ended. The list is in memory, with a maximum size, so that a
 * check of a token needs no query. The process reads the list from the database at the start and after an interruption
 * of the bus. Messages of the bus update it. Specification 19.49.
 */
export function createEndedTokenList({ pool, clock, log }: EndedTokenListDependencies): EndedTokenList {
  const recentMap = createRecentlyUsedMap<true>(maxEndedTokens / 2)
  const rereading = startBackgroundLoop({
    work: async () => {
      await read()
      return Infinity
    },
    onError: (error) => {
      log.warn({ reason: providerFailureNameOf(error) }, 'the list of ended sessions cannot be read yet')
      return rereadAfterMs
    },
  })

  async function read(): Promise<void> {
    const digests = await readEndedTokens(pool, { now: clock.now(), limit: maxEndedTokens / 2 })
    // Inserts the token with the longest lifetime last, because the map evicts the oldest entry first.
    for (const digest of digests.toReversed()) recentMap.set(digest.toString('base64url'), true)
  }

  return {
    refuse: (verify) => async (token) => {
      if (recentMap.get(digestOfToken(token).toString('base64url'))) throw createTokenRefusal('session_ended')
      return verify(token)
    },
    listener: {
      onMessages: (messages) => {
        for (const message of messages) {
          if (message.kind !== 'session-ended') continue
          for (const digest of message.tokenDigests) recentMap.set(digest, true)
        }
      },
      onResync: () => rereading.wake(),
    },
    read,
    close: rereading.stop,
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { BusListener } from '#server/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import type { VerifyAccessToken } from './access-token.ts'
import { refusedToken } from './access-token-error.ts'
import { failureName } from './failure-name.ts'
import type { Log } from '#server/log.ts'
import { createRecentMap } from './recent-map.ts'
import { digestOfToken, readEndedTokens } from './store.ts'

const rememberedTokens = 20_000
const readAgainMs = 1_000

export type EndedTokens = {
  /** The same check, which also refuses the tokens of sessions that have ended. */
  refuse(verify: VerifyAccessToken): VerifyAccessToken
  /** Keeps the list as the bus tells, and reads it again when something may have been missed. */
  listener: BusListener
  /** Reads the list from the database. */
  read(): Promise<void>
  close(): void
}

export type EndedTokensDependencies = { pool: Queryable; clock: Clock; log: Log }

/**
 * Access tokens whose session has ended before them: a bounded list in memory, filled from the database at the start and
 * kept by the bus, so that checking a token asks nobody. Specification 19.49.
 */
export function createEndedTokens({ pool, clock, log }: EndedTokensDependencies): EndedTokens {
  const ended = createRecentMap<true>(rememberedTokens / 2)
  const closing = new AbortController()

  async function read(): Promise<void> {
    const digests = await readEndedTokens(pool, { now: clock.now(), limit: rememberedTokens / 2 })
    // The one that lives longest is forgotten last.
    for (const digest of digests.toReversed()) ended.set(digest.toString('base64url'), true)
  }

  async function readUntilDone(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await read()
      } catch (error) {
        log.warn({ reason: failureName(error) }, 'the list of ended sessions cannot be read yet')
      }
      await pause(readAgainMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    refuse: (verify) => async (token) => {
      if (ended.get(digestOfToken(token).toString('base64url'))) throw refusedToken('session_ended')
      return verify(token)
    },
    listener: {
      onMessages: (messages) => {
        for (const message of messages) {
          if (message.kind !== 'session-ended') continue
          for (const digest of message.tokenDigests ?? []) ended.set(digest, true)
        }
      },
      onResync: () => void readUntilDone(),
    },
    read,
    close: () => closing.abort(),
  }
}

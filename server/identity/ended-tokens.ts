import { createHash } from 'node:crypto'
import type { BusListener } from '#server/bus/bus.ts'
import type { VerifyAccessToken } from './access-token.ts'
import { refusedToken } from './access-token-error.ts'
import { createRecent } from './recent.ts'

const rememberedTokens = 20_000

/** By which processes speak of an access token without holding it. */
export function tokenDigestOf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest('base64url')
}

export type EndedTokens = BusListener & {
  /** The same check, which also refuses the tokens of sessions that have ended. */
  refuse(verify: VerifyAccessToken): VerifyAccessToken
}

/**
 * Access tokens whose session has ended before them, as the bus tells: a bounded list, in memory, since a token lives for
 * minutes. Security 49.
 */
export function createEndedTokens(): EndedTokens {
  const ended = createRecent<true>(rememberedTokens / 2)
  return {
    refuse: (verify) => async (token) => {
      if (ended.get(tokenDigestOf(token))) throw refusedToken('session_ended')
      return verify(token)
    },
    onMessages: (messages) => {
      for (const message of messages) {
        if (message.kind === 'session-ended' && message.tokenDigest !== undefined) ended.set(message.tokenDigest, true)
      }
    },
    // What was missed meanwhile ends with its token.
    onResync: () => undefined,
  }
}

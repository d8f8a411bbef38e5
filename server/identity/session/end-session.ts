import { inTransaction } from '#server/database/transaction.ts'
import { endTokens, type SessionToken } from '../store.ts'
import type { SessionContext } from './dependencies.ts'
import { openTokens } from './sealed-tokens.ts'
import type { Sealer } from './sealing.ts'
import { deleteSession, type StoredSession } from './store.ts'

export type EndReason =
  | 'signed-out'
  | 'replaced'
  | 'refused-by-provider'
  | 'token-unusable'
  | 'key-changed'
  | 'not-renewable'

type Ending = Pick<SessionContext, 'pool' | 'clock' | 'log' | 'sealer' | 'onSessionEnded'>

/** Ends a session and says so to whoever serves the person. Null when it had ended already. */
export async function endSession(
  { pool, clock, log, sealer, onSessionEnded }: Ending,
  idDigest: Buffer,
  reason: EndReason,
): Promise<StoredSession | null> {
  const ended = await inTransaction(pool, async (transaction) => {
    const session = await deleteSession(transaction, idDigest)
    if (!session) return null
    const lastToken = lastTokenOf(session, sealer)
    const digests = await endTokens(transaction, { sessionDigest: idDigest, lastToken, now: clock.now() })
    const tokenDigests = digests.map((digest) => digest.toString('base64url'))
    await onSessionEnded(transaction, { personId: session.personId, tokenDigests })
    return session
  })
  if (ended) log.info({ personId: ended.personId, reason }, 'session ended')
  return ended
}

function lastTokenOf(session: StoredSession, sealer: Sealer): SessionToken | null {
  const tokens = openTokens(session, sealer)
  const { idDigest: sessionDigest, accessExpiresAt: expiresAt } = session
  return tokens && { accessToken: tokens.accessToken, sessionDigest, expiresAt }
}

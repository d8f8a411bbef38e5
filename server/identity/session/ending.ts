import type { SessionParts } from './dependencies.ts'
import { openTokens } from './sealed-tokens.ts'
import type { Sealer } from './sealing.ts'
import { deleteSession, type Session } from './store.ts'

export type EndReason = 'signed-out' | 'refused-by-provider' | 'token-unusable' | 'key-changed' | 'not-renewable'

/** Ends a session and says so to whoever serves the person. Undefined when it had ended already. */
export async function endSession(
  { db, log, sealer, onSessionEnded }: Pick<SessionParts, 'db' | 'log' | 'sealer' | 'onSessionEnded'>,
  idDigest: Buffer,
  reason: EndReason,
): Promise<Session | undefined> {
  const ended = await db.transaction().execute(async (transaction) => {
    const session = await deleteSession(transaction, idDigest)
    if (session) await onSessionEnded(transaction, endedOf(session, sealer))
    return session
  })
  if (ended) log.info({ personId: ended.personId, reason }, 'session ended')
  return ended
}

function endedOf(session: Session, sealer: Sealer) {
  return { personId: session.personId, accessToken: openTokens(session, sealer)?.accessToken ?? null }
}

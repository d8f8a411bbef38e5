import type { SessionParts } from './dependencies.ts'
import { deleteSession, type Session } from './store.ts'

export type EndReason = 'signed-out' | 'refused-by-provider' | 'token-unusable' | 'key-changed' | 'not-renewable'

/** Ends a session and says so to whoever serves the person. Undefined when it had ended already. */
export async function endSession(
  { db, log, onSessionEnded }: Pick<SessionParts, 'db' | 'log' | 'onSessionEnded'>,
  idDigest: Buffer,
  reason: EndReason,
): Promise<Session | undefined> {
  const ended = await db.transaction().execute(async (transaction) => {
    const session = await deleteSession(transaction, idDigest)
    if (session) await onSessionEnded(transaction, session.personId)
    return session
  })
  if (ended) log.info({ personId: ended.personId, reason }, 'session ended')
  return ended
}

import { type AuditAct, actOf, lineOf } from '#server/audit/record.ts'
import { insertRecord } from '#server/audit/store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { endTokens, type SessionToken } from '../store.ts'
import type { SessionContext } from './dependencies.ts'
import { openTokens } from './sealed-tokens.ts'
import type { Sealer } from './sealing.ts'
import { sessionReference } from './session-reference.ts'
import { deleteSession, type StoredSession } from './store.ts'

export type EndReason =
  | 'signed-out'
  | 'replaced'
  | 'refused-by-provider'
  | 'token-unusable'
  | 'key-changed'
  | 'not-renewable'

/** The request that ends a session; absent if the session expires. */
export type EndingRequest = { address: string; requestId: string }

/** With these reasons the person ended the session; otherwise the portal did. */
const byPerson: ReadonlySet<EndReason> = new Set<EndReason>(['signed-out', 'replaced'])

type Ending = Pick<SessionContext, 'pool' | 'clock' | 'log' | 'sealer' | 'onSessionEnded'>

/**
 * Ends a session, records that, and publishes it to every process that serves the person. Returns null if it had
 * already ended.
 */
export async function endSession(
  { pool, clock, log, sealer, onSessionEnded }: Ending,
  idDigest: Buffer,
  { reason, request }: { reason: EndReason; request?: EndingRequest | undefined },
): Promise<StoredSession | null> {
  const ended = await inTransaction(pool, async (transaction) => {
    const session = await deleteSession(transaction, idDigest)
    if (!session) return null
    const lastToken = lastTokenOf(session, sealer)
    const digests = await endTokens(transaction, { sessionDigest: idDigest, lastToken, now: clock.now() })
    const tokenDigests = digests.map((digest) => digest.toString('base64url'))
    await onSessionEnded(transaction, { personId: session.personId, tokenDigests })
    const record = { ...actOfEnding(session, { reason, request }), outcome: 'done' }
    await insertRecord(transaction, { ...record, at: new Date(clock.now()) })
    return { session, record }
  })
  if (!ended) return null
  const { session, record } = ended
  log.info({ personId: session.personId, reason }, 'session ended')
  log.info({ audit: lineOf(record), reqId: request?.requestId }, 'audit')
  return session
}

function actOfEnding(
  { idDigest, personId }: StoredSession,
  { reason, request }: { reason: EndReason; request?: EndingRequest | undefined },
): AuditAct {
  return actOf({
    actor: byPerson.has(reason) ? 'person' : 'portal',
    action: reason === 'signed-out' ? 'sign-out' : 'session-end',
    personId,
    session: sessionReference(idDigest),
    ...(reason !== 'signed-out' && { details: { reason } }),
    ...request,
  })
}

function lastTokenOf(session: StoredSession, sealer: Sealer): SessionToken | null {
  const tokens = openTokens(session, sealer)
  const { idDigest: sessionDigest, accessExpiresAt: expiresAt } = session
  return tokens && { accessToken: tokens.accessToken, sessionDigest, expiresAt }
}

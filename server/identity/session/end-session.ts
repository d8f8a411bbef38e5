import { type AuditAct, type AuditRecord, createAuditAct, auditLogFieldsOf } from '#server/audit/audit-record.ts'
import { insertAuditRecord } from '#server/audit/store.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { endSessionTokens, type SessionToken } from '../store.ts'
import type { SessionServices } from './session-dependencies.ts'
import { unsealTokens } from './sealed-tokens.ts'
import type { Sealer } from './sealer.ts'
import { sessionReference } from './session-reference.ts'
import { deleteSession, type StoredSession } from './store.ts'

/**
 * The reason why a session ended. `ended-elsewhere`: the person ended it on the account page, in most cases from
 * another browser. `replaced`: the person signed in again in the same browser.
 */
export type SessionEndReason =
  | 'signed-out'
  | 'replaced'
  | 'ended-elsewhere'
  | 'refused-by-provider'
  | 'token-unusable'
  | 'key-changed'
  | 'not-renewable'

/** The HTTP request that ends a session. Absent if the portal ends the session without a request. */
export type SessionEndingRequest = { address: string; requestId: string }

/** The reasons that mean that the person ended the session. In all other cases the portal ended it. */
const reasonsOfPerson: ReadonlySet<SessionEndReason> = new Set<SessionEndReason>([
  'signed-out',
  'replaced',
  'ended-elsewhere',
])

type EndSessionServices = Pick<SessionServices, 'pool' | 'clock' | 'log' | 'sealer' | 'onSessionEnded'>

type SessionEndCause = { reason: SessionEndReason; request?: SessionEndingRequest | undefined }

/** A session that was deleted, and the audit record of its end. */
export type EndedSession = { session: StoredSession; record: AuditRecord }

/**
 * Ends a session, writes the audit record, and notifies all processes. Returns null if the session had already ended.
 */
export async function endSession(
  services: EndSessionServices,
  idDigest: Buffer,
  { reason, request }: SessionEndCause,
): Promise<StoredSession | null> {
  const endedSession = await inTransaction(services.pool, async (transaction) =>
    endSessionInTransaction(transaction, services, { idDigest, reason, request }),
  )
  if (!endedSession) return null
  logSessionEnd(services, endedSession, { reason, request })
  return endedSession.session
}

/**
 * Does the work of `endSession` in the caller's transaction. After the commit, the caller must call `logSessionEnd`.
 */
export async function endSessionInTransaction(
  transaction: Transaction,
  { clock, sealer, onSessionEnded }: EndSessionServices,
  { idDigest, ...cause }: SessionEndCause & { idDigest: Buffer },
): Promise<EndedSession | null> {
  const session = await deleteSession(transaction, idDigest)
  if (!session) return null
  const lastToken = lastTokenOf(session, sealer)
  const digests = await endSessionTokens(transaction, { sessionDigest: idDigest, lastToken, now: clock.now() })
  const tokenDigests = digests.map((digest) => digest.toString('base64url'))
  await onSessionEnded(transaction, { personId: session.personId, tokenDigests })
  const record = { ...actOfEnding(session, cause), outcome: 'done' }
  await insertAuditRecord(transaction, { ...record, at: new Date(clock.now()) })
  return { session, record }
}

export function logSessionEnd(
  { log }: Pick<EndSessionServices, 'log'>,
  { session, record }: EndedSession,
  { reason, request }: SessionEndCause,
): void {
  log.info({ personId: session.personId, reason }, 'session ended')
  log.info({ audit: auditLogFieldsOf(record), reqId: request?.requestId }, 'audit')
}

function actOfEnding({ idDigest, personId }: StoredSession, { reason, request }: SessionEndCause): AuditAct {
  return createAuditAct({
    actor: reasonsOfPerson.has(reason) ? 'person' : 'portal',
    action: reason === 'signed-out' ? 'sign-out' : 'session-end',
    personId,
    session: sessionReference(idDigest),
    ...(reason !== 'signed-out' && { details: { reason } }),
    ...request,
  })
}

function lastTokenOf(session: StoredSession, sealer: Sealer): SessionToken | null {
  const tokens = unsealTokens(session, sealer)
  const { idDigest: sessionDigest, accessExpiresAt: expiresAt } = session
  return tokens && { accessToken: tokens.accessToken, sessionDigest, expiresAt }
}

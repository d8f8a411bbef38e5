import type { ListedSession } from '#contract/sessions.ts'
import { type Queryable, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

type Dates = 'signedInAt' | 'lastUsedAt'

export type SessionRow = Omit<ListedSession, Dates> & Record<Dates, Date>

/**
 * The arguments for listing the sessions of a person. `thisSession`: the digest of the session that sends the
 * request, or null if the request has none. `now` is in epoch ms.
 */
export type SessionQuery = { personId: string; thisSession: Buffer | null; now: number; idleMs: number }

/**
 * Reads the active sessions of a person. The session that sends the request is first, then the others by their last
 * use, the latest first.
 */
export async function listSessions(
  db: Queryable,
  { personId, thisSession, now, idleMs }: SessionQuery,
): Promise<SessionRow[]> {
  return readRows<SessionRow>(db)`
    select left(encode(id_digest, 'hex'), 16) as "sessionRef", browser, system, created_at as "signedInAt",
      renewed_at as "lastUsedAt", coalesce(id_digest = ${thisSession}::bytea, false) as "thisSession"
    from session
    where person_id = ${personId} and expires_at > ${new Date(now)} and renewed_at > ${new Date(now - idleMs)}
    order by "thisSession" desc, renewed_at desc, id_digest`
}

/**
 * Locks sessions of a person and returns their digests: the sessions whose digest in hexadecimal starts with
 * `sessionRef`, or all sessions except `thisSession` if `sessionRef` is null.
 */
export async function lockSessionsToEnd(
  transaction: Transaction,
  { personId, sessionRef, thisSession }: { personId: string; sessionRef: string | null; thisSession: Buffer | null },
): Promise<Buffer[]> {
  const sessions = await readRows<{ idDigest: Buffer }>(transaction)`
    select id_digest as "idDigest" from session
    where person_id = ${personId}
      and (${sessionRef}::text is null or left(encode(id_digest, 'hex'), 16) = ${sessionRef}::text)
      and (${sessionRef}::text is not null or id_digest is distinct from ${thisSession}::bytea)
    order by id_digest for update`
  return sessions.map(({ idDigest }) => idDigest)
}

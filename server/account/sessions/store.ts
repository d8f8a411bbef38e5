import type { ListedSession } from '#contract/sessions.ts'
import { type Queryable, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

type Dates = 'signedInAt' | 'lastUsedAt'

export type SessionRow = Omit<ListedSession, Dates> & Record<Dates, Date>

/**
 * The sessions to list. `thisSession` is the digest of the session that sends the request, null if the request has
 * none. `now` in epoch ms.
 */
export type SessionQuery = { personId: string; thisSession: Buffer | null; now: number; idleMs: number }

/** The active sessions of a person: first the one that sends the request, then the others, the last used first. */
export async function listSessions(
  db: Queryable,
  { personId, thisSession, now, idleMs }: SessionQuery,
): Promise<SessionRow[]> {
  return readRows(
    db,
    sql<SessionRow>`
      select left(encode(id_digest, 'hex'), 16) as "sessionRef", browser, system, created_at as "signedInAt",
        renewed_at as "lastUsedAt", coalesce(id_digest = ${thisSession}::bytea, false) as "thisSession"
      from session
      where person_id = ${personId} and expires_at > ${new Date(now)} and renewed_at > ${new Date(now - idleMs)}
      order by "thisSession" desc, renewed_at desc, id_digest`,
  )
}

/**
 * Returns the digests of a person's sessions that start with `sessionRef`, or, if it is null, of all except
 * `thisSession`. Locks their rows.
 */
export async function lockSessions(
  transaction: Transaction,
  { personId, sessionRef, thisSession }: { personId: string; sessionRef: string | null; thisSession: Buffer | null },
): Promise<Buffer[]> {
  const sessions = await readRows(
    transaction,
    sql<{ idDigest: Buffer }>`
      select id_digest as "idDigest" from session
      where person_id = ${personId}
        and (${sessionRef}::text is null or left(encode(id_digest, 'hex'), 16) = ${sessionRef}::text)
        and (${sessionRef}::text is not null or id_digest is distinct from ${thisSession}::bytea)
      order by id_digest for update`,
  )
  return sessions.map(({ idDigest }) => idDigest)
}

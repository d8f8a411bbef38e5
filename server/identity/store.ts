import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

type Db = Kysely<Tables>

export type PersonKey = { issuer: string; subject: string }

export async function findPerson(db: Db, { issuer, subject }: PersonKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.id
}

/** Makes the person where there is none; a new e-mail address replaces the last, none leaves it. */
export async function keepPerson(db: Db, { issuer, subject }: PersonKey, email: string | null): Promise<string> {
  const { id } = await db
    .insertInto('person')
    .values({ issuer, subject, email })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((set) => ({
        email: set.fn.coalesce('excluded.email', 'person.email'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** By which processes speak of an access token without holding it. */
export function digestOfToken(accessToken: string): Buffer {
  return createHash('sha256').update(accessToken).digest()
}

/** For longer than the API takes a token after its end. */
const keptAfterExpiryMs = 60_000

/** Far more than a session has at a time, and fewer than fill a notification of PostgreSQL. */
const toldAtOnce = 100

export type SessionToken = { accessToken: string; sessionDigest: Buffer; expiresAt: Date }

/** Keeps that the session had this token before its last one. */
export async function keepEarlierToken(db: Db, { accessToken, sessionDigest, expiresAt }: SessionToken): Promise<void> {
  await db
    .insertInto('session_token')
    .values({ token_digest: digestOfToken(accessToken), session_digest: sessionDigest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** `lastToken` is null when it cannot be read. */
export type EndedSession = { sessionDigest: Buffer; lastToken: SessionToken | null; now: number }

/** Ends all tokens of a session; answers the digests of those that may still live, the latest first. */
export async function endTokens(db: Db, { sessionDigest, lastToken, now }: EndedSession): Promise<Buffer[]> {
  if (lastToken) await keepEarlierToken(db, lastToken)
  const ended = await db
    .updateTable('session_token')
    .set({ ended: true })
    .where('session_digest', '=', sessionDigest)
    .where('expires_at', '>', new Date(now - keptAfterExpiryMs))
    .returning(['token_digest', 'expires_at'])
    .execute()
  const latestFirst = ended.toSorted((one, other) => other.expires_at.getTime() - one.expires_at.getTime())
  return latestFirst.slice(0, toldAtOnce).map((row) => row.token_digest)
}

/** The digests of ended tokens that may still live: of those that live longest, `limit`. */
export async function readEndedTokens(db: Db, { now, limit }: { now: number; limit: number }): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('session_token')
    .select('token_digest')
    .where('ended', '=', true)
    .where('expires_at', '>', new Date(now - keptAfterExpiryMs))
    .orderBy('expires_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.token_digest)
}

export async function deleteExpiredTokens(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('session_token')
    .where('expires_at', '<=', new Date(now - keptAfterExpiryMs))
    .execute()
}

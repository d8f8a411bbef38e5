import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

type Db = Kysely<Tables>

export type SignInAttempt = {
  stateDigest: Buffer
  browserDigest: Buffer
  secrets: Buffer
  returnTo: string
  expiresAt: number
}

export async function saveAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
  await db
    .insertInto('sign_in_attempt')
    .values({
      state_digest: attempt.stateDigest,
      browser_digest: attempt.browserDigest,
      secrets: attempt.secrets,
      return_to: attempt.returnTo,
      expires_at: new Date(attempt.expiresAt),
    })
    .execute()
}

export type TakenAttempt = { secrets: Buffer; returnTo: string }

/** Answers an attempt once, and only to the browser that began it. */
export async function takeAttempt(
  db: Db,
  { stateDigest, browserDigest, now }: { stateDigest: Buffer; browserDigest: Buffer; now: number },
): Promise<TakenAttempt | undefined> {
  return db
    .deleteFrom('sign_in_attempt')
    .where('state_digest', '=', stateDigest)
    .where('browser_digest', '=', browserDigest)
    .where('expires_at', '>', new Date(now))
    .returning(['secrets', 'return_to as returnTo'])
    .executeTakeFirst()
}

/** A session that nobody used for so long is over. */
export const idleMs = 7 * 24 * 60 * 60_000

/** The tokens as they stand in a row: encrypted. Times are epoch ms; from `renewAt` on the access token is renewed. */
export type SealedTokens = {
  refreshToken: Buffer | null
  accessToken: Buffer
  idToken: Buffer
  accessExpiresAt: number
  renewAt: number
  renewedAt: number
}

export type NewSession = SealedTokens & { idDigest: Buffer; personId: string; createdAt: number; expiresAt: number }

export async function saveSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id_digest: session.idDigest,
      person_id: session.personId,
      created_at: new Date(session.createdAt),
      expires_at: new Date(session.expiresAt),
      ...columnsOf(session),
    })
    .execute()
}

function columnsOf(tokens: SealedTokens) {
  return {
    refresh_token: tokens.refreshToken,
    access_token: tokens.accessToken,
    id_token: tokens.idToken,
    access_expires_at: new Date(tokens.accessExpiresAt),
    renew_at: new Date(tokens.renewAt),
    renewed_at: new Date(tokens.renewedAt),
  }
}

export type StoredSession = {
  idDigest: Buffer
  personId: string
  refreshToken: Buffer | null
  accessToken: Buffer
  idToken: Buffer
  accessExpiresAt: Date
  renewAt: Date
  renewedAt: Date
  renewalClaimedUntil: Date | null
}

const sessionColumns = [
  'id_digest as idDigest',
  'person_id as personId',
  'refresh_token as refreshToken',
  'access_token as accessToken',
  'id_token as idToken',
  'access_expires_at as accessExpiresAt',
  'renew_at as renewAt',
  'renewed_at as renewedAt',
  'renewal_claimed_until as renewalClaimedUntil',
] as const

export async function findSession(db: Db, idDigest: Buffer, now: number): Promise<StoredSession | undefined> {
  return db
    .selectFrom('session')
    .select(sessionColumns)
    .where('id_digest', '=', idDigest)
    .where('expires_at', '>', new Date(now))
    .where('renewed_at', '>', new Date(now - idleMs))
    .executeTakeFirst()
}

export type RenewalClaim = { idDigest: Buffer; until: number }

/** Lets one process alone renew the tokens that `session` was read with. False when another does or has done so. */
export async function claimRenewal(
  db: Db,
  session: StoredSession,
  { until, now }: { until: number; now: number },
): Promise<boolean> {
  const claimed = await db
    .updateTable('session')
    .set({ renewal_claimed_until: new Date(until) })
    .where('id_digest', '=', session.idDigest)
    .where('access_token', '=', session.accessToken)
    .where((or) => or.or([or('renewal_claimed_until', 'is', null), or('renewal_claimed_until', '<=', new Date(now))]))
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}

/** Keeps renewed tokens and gives the claim back. False when the session, or the claim, is gone. */
export async function saveRenewal(db: Db, claim: RenewalClaim, tokens: SealedTokens): Promise<boolean> {
  const saved = await db
    .updateTable('session')
    .set({ ...columnsOf(tokens), renewal_claimed_until: null })
    .where('id_digest', '=', claim.idDigest)
    .where('renewal_claimed_until', '=', new Date(claim.until))
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

export async function giveClaimBack(db: Db, { idDigest, until }: RenewalClaim): Promise<void> {
  await db
    .updateTable('session')
    .set({ renewal_claimed_until: null })
    .where('id_digest', '=', idDigest)
    .where('renewal_claimed_until', '=', new Date(until))
    .execute()
}

/** The session that ended, or undefined when there was none. */
export async function deleteSession(
  db: Db | Transaction<Tables>,
  idDigest: Buffer,
): Promise<StoredSession | undefined> {
  return db.deleteFrom('session').where('id_digest', '=', idDigest).returning(sessionColumns).executeTakeFirst()
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<{ attempts: number; sessions: number }> {
  const attempts = await db.deleteFrom('sign_in_attempt').where('expires_at', '<=', new Date(now)).executeTakeFirst()
  const sessions = await db
    .deleteFrom('session')
    .where((or) => or.or([or('expires_at', '<=', new Date(now)), or('renewed_at', '<=', new Date(now - idleMs))]))
    .executeTakeFirst()
  return { attempts: Number(attempts.numDeletedRows), sessions: Number(sessions.numDeletedRows) }
}

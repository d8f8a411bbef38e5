import { dayMs } from '#contract/durations.ts'
import { type Queryable, execute, readFirstRow, sql } from '#server/database/sql.ts'
import type { BrowserAndSystem } from '#server/http/browser-and-system.ts'
import { sessionReferenceLength } from './session-reference.ts'

export type SignInAttempt = {
  stateDigest: Buffer
  browserDigest: Buffer
  secrets: Buffer
  returnTo: string
  expiresAt: number
}

export async function saveSignInAttempt(db: Queryable, attempt: SignInAttempt): Promise<void> {
  const { stateDigest, browserDigest, secrets, returnTo, expiresAt } = attempt
  await execute(db)`
    insert into sign_in_attempt (state_digest, browser_digest, secrets, return_to, expires_at)
    values (${stateDigest}, ${browserDigest}, ${secrets}, ${returnTo}, ${new Date(expiresAt)})`
}

export type ConsumedSignInAttempt = { secrets: Buffer; returnTo: string }

/**
 * Deletes a sign-in attempt and returns it. So only the browser that began the attempt can use it, and only once.
 * Returns null if the browser has no such attempt or the attempt has expired.
 */
export async function consumeSignInAttempt(
  db: Queryable,
  { stateDigest, browserDigest, now }: { stateDigest: Buffer; browserDigest: Buffer; now: number },
): Promise<ConsumedSignInAttempt | null> {
  return readFirstRow<ConsumedSignInAttempt>(db)`
    delete from sign_in_attempt
    where state_digest = ${stateDigest} and browser_digest = ${browserDigest} and expires_at > ${new Date(now)}
    returning secrets, return_to as "returnTo"`
}

/** The time in milliseconds after which a session expires if its tokens are not renewed. */
export const maxSessionIdleMs = 7 * dayMs

/**
 * The encrypted tokens in a session's row. Times are in epoch ms. `renewAt`: when the access token becomes due for
 * renewal.
 */
export type SealedTokens = {
  refreshToken: Buffer | null
  accessToken: Buffer
  /** The digest of the access token. With the digest, the portal can end the token without decrypting it. */
  accessDigest: Buffer
  idToken: Buffer
  accessExpiresAt: number
  renewAt: number
  renewedAt: number
}

export type SessionToSave = SealedTokens &
  BrowserAndSystem & {
    idDigest: Buffer
    personId: string
    createdAt: number
    expiresAt: number
    /** The time at which the person signed in at the provider, epoch ms; null if the provider did not send it. */
    authenticatedAt: number | null
  }

export async function saveSession(db: Queryable, session: SessionToSave): Promise<void> {
  const { idDigest, personId, refreshToken, accessToken, idToken } = session
  const { accessDigest, accessExpiresAt, renewAt, renewedAt, createdAt, expiresAt, browser, system, authenticatedAt } =
    session
  await execute(db)`
    insert into session (id_digest, person_id, refresh_token, access_token, id_token, access_expires_at, renew_at,
      renewed_at, created_at, expires_at, access_digest, browser, system, authenticated_at)
    values (${idDigest}, ${personId}, ${refreshToken}, ${accessToken}, ${idToken},
      ${new Date(accessExpiresAt)}, ${new Date(renewAt)}, ${new Date(renewedAt)}, ${new Date(createdAt)},
      ${new Date(expiresAt)}, ${accessDigest}, ${browser}, ${system},
      ${authenticatedAt === null ? null : new Date(authenticatedAt)})`
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

const sessionColumns = sql`
  id_digest as "idDigest", person_id as "personId", refresh_token as "refreshToken", access_token as "accessToken",
  id_token as "idToken", access_expires_at as "accessExpiresAt", renew_at as "renewAt", renewed_at as "renewedAt",
  renewal_claimed_until as "renewalClaimedUntil"`

export async function findSession(db: Queryable, idDigest: Buffer, now: number): Promise<StoredSession | null> {
  return readFirstRow<StoredSession>(db)`
    select ${sessionColumns} from session
    where id_digest = ${idDigest} and expires_at > ${new Date(now)} and renewed_at > ${new Date(now - maxSessionIdleMs)}`
}

export type TokenRenewalClaim = { idDigest: Buffer; until: number }

/**
 * Reserves the renewal of a session's tokens, so that only one process renews them. Returns false if another process is
 * renewing the tokens, or has renewed them since the given session was read.
 */
export async function claimTokenRenewal(
  db: Queryable,
  { idDigest, accessToken }: StoredSession,
  { until, now }: { until: number; now: number },
): Promise<boolean> {
  const count = await execute(db)`
    update session set renewal_claimed_until = ${new Date(until)}
    where id_digest = ${idDigest} and access_token = ${accessToken}
      and (renewal_claimed_until is null or renewal_claimed_until <= ${new Date(now)})`
  return count > 0
}

/**
 * Stores renewed tokens and releases the reservation. Returns false if the session or the reservation no longer exists.
 */
export async function saveTokenRenewal(
  db: Queryable,
  claim: TokenRenewalClaim,
  tokens: SealedTokens,
): Promise<boolean> {
  const { refreshToken, accessToken, accessDigest, idToken, accessExpiresAt, renewAt, renewedAt } = tokens
  const count = await execute(db)`
    update session set refresh_token = ${refreshToken}, access_token = ${accessToken}, id_token = ${idToken},
      access_expires_at = ${new Date(accessExpiresAt)}, renew_at = ${new Date(renewAt)},
      renewed_at = ${new Date(renewedAt)}, access_digest = ${accessDigest}, renewal_claimed_until = null
    where id_digest = ${claim.idDigest} and renewal_claimed_until = ${new Date(claim.until)}`
  return count > 0
}

export async function releaseTokenRenewalClaim(db: Queryable, { idDigest, until }: TokenRenewalClaim): Promise<void> {
  await execute(db)`
    update session set renewal_claimed_until = null
    where id_digest = ${idDigest} and renewal_claimed_until = ${new Date(until)}`
}

/** Deletes a session. Returns the session, or null if it did not exist. */
export async function deleteSession(db: Queryable, idDigest: Buffer): Promise<StoredSession | null> {
  return readFirstRow<StoredSession>(db)`
    delete from session where id_digest = ${idDigest} returning ${sessionColumns}`
}

export async function deleteExpiredSessionsAndAttempts(
  db: Queryable,
  now: number,
): Promise<{ attempts: number; sessions: number }> {
  const moment = new Date(now)
  const attempts = await execute(db)`delete from sign_in_attempt where expires_at <= ${moment}`
  const sessions = await execute(db)`
    with ended as (
      delete from session where expires_at <= ${moment} or renewed_at <= ${new Date(now - maxSessionIdleMs)}
      returning person_id, id_digest
    )
    insert into audit (at, actor, person_id, session, action, details, outcome)
    select ${moment}, 'portal', person_id, left(encode(id_digest, 'hex'), ${sessionReferenceLength}), 'session-end',
      '{"reason": "expired"}', 'done'
    from ended`
  return { attempts, sessions }
}

/**
 * Returns the time at which the person of a session signed in at the provider. Returns null if the session belongs to
 * another person, has ended, or has no stored time.
 */
export async function readSignInTime(
  db: Queryable,
  { personId, sessionDigest, now }: { personId: string; sessionDigest: Buffer; now: Date },
): Promise<Date | null> {
  const row = await readFirstRow<{ authenticatedAt: Date | null }>(db)`
    select authenticated_at as "authenticatedAt" from session
    where id_digest = ${sessionDigest} and person_id = ${personId} and expires_at > ${now}`
  return row?.authenticatedAt ?? null
}

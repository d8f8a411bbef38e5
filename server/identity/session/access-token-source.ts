import { setTimeout as pause } from 'node:timers/promises'
import { decodeJwt, errors, type JWTPayload } from 'jose'
import { minuteMs } from '#contract/durations.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import { providerFailureNameOf } from '../provider-failure-name.ts'
import { saveSessionToken } from '../store.ts'
import type { SessionServices } from './session-dependencies.ts'
import { endSession, type SessionEndReason } from './end-session.ts'
import { createEmailSaverOnRenewal } from './sign-in-email.ts'
import type { RenewedTokens } from './provider-client.ts'
import { unsealTokens, sealTokens, type UnsealedTokens } from './sealed-tokens.ts'
import { isPermanentProviderRefusal, findSettingCausingFailure } from './provider-failures.ts'
import {
  claimTokenRenewal,
  findSession,
  releaseTokenRenewalClaim,
  saveTokenRenewal,
  type TokenRenewalClaim,
  type StoredSession,
} from './store.ts'

/** An access token for the app in the browser. `expiresAt`: epoch ms. */
export type CurrentAccessToken = { accessToken: string; expiresAt: number }

/**
 * Returns the access token of a session, and renews it first if it expires soon. Parallel calls in all processes
 * cause only one request to the provider. Specification 9, 19.14 to 19.16.
 * @throws Refusal `unauthenticated` if the session has ended, `unavailable` if the provider does not answer
 */
export type AccessTokenSource = (idDigest: Buffer) => Promise<CurrentAccessToken>

/** The time in ms for which a process reserves a renewal. No request to the provider takes longer. */
const claimMs = 15_000
const pollEveryMs = 100
const maxPolls = 100
/**
 * The minimum age in ms of a token that is renewed because the API refuses it. If the API refuses a younger token, it
 * would also refuse the next one. A younger token is renewed only if it expires soon.
 */
const minAgeMs = minuteMs

export function createAccessTokenSource(context: SessionServices): AccessTokenSource {
  const underWay = new Map<string, Promise<CurrentAccessToken>>()
  const renewalContext = { ...context, keepRenewedEmail: createEmailSaverOnRenewal(context) }

  return (idDigest) => {
    const key = idDigest.toString('base64')
    const currentRenewal = underWay.get(key)
    if (currentRenewal) return currentRenewal
    const answer = tokenOf(renewalContext, idDigest).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}

type RenewalServices = SessionServices & { keepRenewedEmail: ReturnType<typeof createEmailSaverOnRenewal> }

async function tokenOf(context: RenewalServices, idDigest: Buffer): Promise<CurrentAccessToken> {
  const { pool, clock, sealer } = context
  const session = await findSession(pool, idDigest, clock.now())
  if (!session) throw new Refusal('unauthenticated')
  const tokens = unsealTokens(session, sealer)
  if (!tokens) return end(context, idDigest, 'key-changed')
  if (!(await isDue(context, session, tokens.accessToken))) return currentOf(session, tokens.accessToken)
  if (tokens.refreshToken === null) return lastUseOf(context, session, tokens.accessToken)
  const claim = { idDigest, until: clock.now() + claimMs }
  const tokenRenewal = await claimTokenRenewal(pool, session, { until: claim.until, now: clock.now() })
  const renewalPromise = tokenRenewal
    ? renew(context, claim, {
        ...tokens,
        personId: session.personId,
        refreshToken: tokens.refreshToken,
        accessExpiresAt: session.accessExpiresAt,
      })
    : waitForOtherRenewal(context, session)
  return renewalPromise.catch(async (error: unknown) => tokenUntilItExpires(context, session, { ...tokens, error }))
}

type TokenOutcome = { accessToken: string; error: unknown }

/**
 * Returns the old token if the provider does not answer, the token has not expired and the API still accepts it.
 * Otherwise throws `error`.
 */
async function tokenUntilItExpires(
  { clock, verify }: SessionServices,
  session: StoredSession,
  { accessToken, error }: TokenOutcome,
): Promise<CurrentAccessToken> {
  const isAway = error instanceof Refusal && error.kind === 'unavailable'
  if (!isAway || clock.now() >= session.accessExpiresAt.getTime()) throw error
  await verify(accessToken).catch(() => {
    throw error
  })
  return currentOf(session, accessToken)
}

async function isDue(
  { clock, verify }: SessionServices,
  session: StoredSession,
  accessToken: string,
): Promise<boolean> {
  const now = clock.now()
  if (now >= session.renewAt.getTime()) return true
  if (now - session.renewedAt.getTime() < minAgeMs) return false
  // A token that the API refuses is due, because the provider may have withdrawn its signing key.
  return verify(accessToken).then(
    () => false,
    (error: unknown) => error instanceof Refusal && error.kind === 'unauthenticated',
  )
}

function currentOf(session: StoredSession, accessToken: string): CurrentAccessToken {
  return { accessToken, expiresAt: session.accessExpiresAt.getTime() }
}

async function lastUseOf(
  context: SessionServices,
  session: StoredSession,
  accessToken: string,
): Promise<CurrentAccessToken> {
  if (context.clock.now() < session.accessExpiresAt.getTime()) return currentOf(session, accessToken)
  return end(context, session.idDigest, 'not-renewable')
}

async function end(context: SessionServices, idDigest: Buffer, reason: SessionEndReason): Promise<never> {
  await endSession(context, idDigest, { reason })
  throw new Refusal('unauthenticated')
}

type Renewable = Omit<UnsealedTokens, 'accessExpiresAt'> & {
  personId: string
  refreshToken: string
  accessExpiresAt: Date
}

async function renew(context: RenewalServices, claim: TokenRenewalClaim, old: Renewable): Promise<CurrentAccessToken> {
  const { pool, clock, sealer, client } = context
  const renewedTokens = await requestRenewal(context, claim, old.refreshToken)
  const successor = claimsOfSameSubject(old.accessToken, renewedTokens.accessToken)
  if (successor === null) return end(context, claim.idDigest, 'token-unusable')
  const tokens = {
    accessToken: renewedTokens.accessToken,
    accessExpiresAt: successor.expiresAt,
    refreshToken: renewedTokens.refreshToken ?? old.refreshToken,
    idToken: renewedTokens.idToken ?? old.idToken,
  }
  const sealedTokens = sealTokens(tokens, { sealer, row: claim.idDigest, now: clock.now() })
  const isSaved = await inTransaction(pool, async (transaction) => {
    const { accessToken, accessExpiresAt: expiresAt } = old
    if (!(await saveTokenRenewal(transaction, claim, sealedTokens))) return false
    await saveSessionToken(transaction, { accessToken, sessionDigest: claim.idDigest, expiresAt })
    return true
  })
  if (isSaved) {
    await context.keepRenewedEmail({ personId: old.personId, subject: successor.subject, tokens: renewedTokens })
    return { accessToken: tokens.accessToken, expiresAt: successor.expiresAt }
  }
  // Revokes the new token, because the renewal was not saved: the person has signed out during the request, or the
  // reservation has expired.
  await client.revoke(tokens.refreshToken).catch((error: unknown) => warn(context, error, 'refresh token not revoked'))
  throw new Refusal('unauthenticated')
}

async function requestRenewal(
  context: SessionServices,
  claim: TokenRenewalClaim,
  refreshToken: string,
): Promise<RenewedTokens> {
  try {
    return await context.client.renew(refreshToken)
  } catch (error) {
    if (isPermanentProviderRefusal(error)) {
      reportRefusal(context, providerFailureNameOf(error))
      return end(context, claim.idDigest, 'refused-by-provider')
    }
    warn(context, error, 'access token not renewed')
    await releaseTokenRenewalClaim(context.pool, claim)
    throw new Refusal('unavailable')
  }
}

/**
 * Returns the subject and the expiry (epoch ms) of the new token. Returns null if the new token belongs to another
 * person, or has no subject or no expiry.
 */
function claimsOfSameSubject(oldToken: string, newToken: string): { subject: string; expiresAt: number } | null {
  const before = claimsOf(oldToken)
  const after = claimsOf(newToken)
  if (after?.sub === undefined || after.exp === undefined) return null
  if (after.sub !== before?.sub || after.iss !== before.iss) return null
  return { subject: after.sub, expiresAt: after.exp * 1000 }
}

function claimsOf(token: string): JWTPayload | null {
  try {
    return decodeJwt(token)
  } catch (error) {
    if (error instanceof errors.JWTInvalid) return null
    throw error
  }
}

/**
 * Logs the reason why the provider refused a renewal. If a refresh token was reused, revoked or expired, only one
 * session ends. If the provider rejects the portal as a client, all sessions are affected; then the line is an error
 * with the setting to check.
 */
function reportRefusal({ log }: SessionServices, code: string): void {
  const check = findSettingCausingFailure(code)
  if (check === undefined) log.info({ code }, 'refresh token refused')
  else log.error({ code, check }, 'refresh token refused')
}

function warn({ log }: SessionServices, error: unknown, message: string): void {
  log.warn({ reason: providerFailureNameOf(error) }, message)
}

/** Waits until another process has renewed the tokens. Then returns the new token from the session's row. */
async function waitForOtherRenewal(context: SessionServices, before: StoredSession): Promise<CurrentAccessToken> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const session = await findSession(context.pool, before.idDigest, context.clock.now())
    if (!session) throw new Refusal('unauthenticated')
    if (!session.accessToken.equals(before.accessToken)) return renewedByOther(context, session)
    if (session.renewalClaimedUntil === null) throw new Refusal('unavailable')
    await pause(pollEveryMs)
  }
  throw new Refusal('unavailable')
}

function renewedByOther({ sealer }: SessionServices, session: StoredSession): CurrentAccessToken {
  const tokens = unsealTokens(session, sealer)
  if (!tokens) throw new Refusal('unauthenticated')
  return currentOf(session, tokens.accessToken)
}

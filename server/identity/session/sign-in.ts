import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import * as z from 'zod/mini'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { isLanguage } from '#contract/languages.ts'
import { toSafeReturnPath } from '#contract/return-path.ts'
import { createAuditAct, auditLogFieldsOf } from '#server/audit/audit-record.ts'
import { insertAuditRecord } from '#server/audit/store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { BrowserAndSystem } from '#server/http/browser-and-system.ts'
import { createTokenRefusal } from '../access-token-error.ts'
import { providerFailureNameOf } from '../provider-failure-name.ts'
import type { SessionServices } from './session-dependencies.ts'
import { endSession } from './end-session.ts'
import { checkIdTokenAgeAndSignature } from './id-token.ts'
import type { SignInTokens } from './provider-client.ts'
import { sealTokens } from './sealed-tokens.ts'
import { digestOfSecret, hasSecretFormat, generateSecret } from './sealer.ts'
import { findSettingCausingFailure } from './provider-failures.ts'
import { toSignInEmail, readEmailClaims } from './sign-in-email.ts'
import { signInNamesOf } from './sign-in-names.ts'
import { sessionReference } from './session-reference.ts'
import { findSession, saveSignInAttempt, saveSession, consumeSignInAttempt } from './store.ts'

/** The time in which a person must complete the sign-in at the provider, in milliseconds. */
export const signInAttemptLifetimeMs = 10 * minuteMs
/** The maximum age of the sign-in at the provider for irreversible acts, in milliseconds. Specification 25.3. */
export const maxFreshSignInAgeMs = 10 * minuteMs
/** The maximum lifetime of a session in milliseconds, however often its tokens are renewed. Specification 19.16. */
export const maxSessionLifetimeMs = 30 * dayMs

/**
 * The start of a sign-in. `origin`: the portal's origin for this browser. `browser`: the secret in the cookie that
 * binds the attempt to the browser. `language`: the language of the page, sent to the provider; absent if the page
 * sent none.
 */
export type SignInRequest = {
  origin: string
  browser: string
  returnTo: unknown
  language: unknown
  /**
   * Whether the provider must ask for a new sign-in if the person's last sign-in is older than `maxFreshSignInAgeMs`.
   */
  isFresh: boolean
}

/**
 * Stores a new sign-in attempt, which only the browser with the secret `browser` can complete. Returns the URL of the
 * provider for the browser. RFC 9700, section 2.1.
 */
export async function beginSignIn(context: SessionServices, attempt: SignInRequest): Promise<URL> {
  const { origin, browser, returnTo, language, isFresh } = attempt
  const { pool, client, clock, sealer } = context
  const state = generateSecret()
  const nonce = randomNonce()
  const codeVerifier = randomPKCECodeVerifier()
  const url = await client.authorizationUrl({
    redirectUri: signInRedirectUriOf(origin),
    state,
    nonce,
    codeVerifier,
    language: typeof language === 'string' && isLanguage(language) ? language : null,
    maxAgeS: isFresh ? maxFreshSignInAgeMs / 1000 : null,
  })
  const stateDigest = digestOfSecret(state)
  await saveSignInAttempt(pool, {
    stateDigest,
    browserDigest: digestOfSecret(browser),
    secrets: sealer.seal(JSON.stringify({ nonce, codeVerifier }), { column: 'secrets', row: stateDigest }),
    returnTo: toSafeReturnPath(returnTo),
    expiresAt: clock.now() + signInAttemptLifetimeMs,
  })
  return url
}

export function signInRedirectUriOf(origin: string): string {
  return `${origin}/auth/callback`
}

export type SignInCallback = {
  /** The complete address of the callback. */
  url: URL
  browser: string | null
  /** The id of the previous session of the browser, which the new session replaces; null if the browser has none. */
  formerSession: string | null
  /** The network address of the client, for the log. */
  address: string
  requestId: string
  /** The names of the browser and its system. */
  name: BrowserAndSystem
}

/**
 * The result of a callback. `expired`: this browser has no open attempt for the callback, for example because the
 * person used the Back button.
 */
export type SignInOutcome =
  | { kind: 'signed-in'; sessionId: string; personId: string; returnTo: string }
  | { kind: 'expired'; isSignedIn: boolean }
  | { kind: 'failed' }

/**
 * Completes a sign-in attempt. Refuses a callback for another browser or from another provider before the code is
 * used. Specification 19.11 and 19.12.
 */
export async function completeSignIn(context: SessionServices, callback: SignInCallback): Promise<SignInOutcome> {
  const state = stateOf(callback.url)
  if (state === null) return reportAndFail(context, 'unknown_attempt', callback.address)
  const attempt = await attemptOf(context, { state, browser: callback.browser })
  if (!attempt) return expire(context, callback)
  const tokens = await tokensOf(context, callback.url, attempt)
  if (tokens.kind === 'refused') return reportAndFail(context, tokens.reason, callback.address)
  const openedSession = await openSession(context, tokens, callback)
  return { kind: 'signed-in', ...openedSession, returnTo: attempt.returnTo }
}

function reportAndFail(context: SessionServices, reason: string, address: string): SignInOutcome {
  logSignInFailure(context, reason, address)
  return { kind: 'failed' }
}

async function expire(context: SessionServices, { formerSession, address }: SignInCallback): Promise<SignInOutcome> {
  logSignInFailure(context, 'unknown_attempt', address)
  const { pool, clock } = context
  const session = formerSession === null ? null : await findSession(pool, digestOfSecret(formerSession), clock.now())
  return { kind: 'expired', isSignedIn: session !== null }
}

/**
 * Logs a failed sign-in. If a wrong setting causes the failure, nobody can sign in, so the line is an error that
 * names the setting.
 */
export function logSignInFailure({ log }: Pick<SessionServices, 'log'>, reason: string, address: string): void {
  const check = findSettingCausingFailure(reason)
  if (check === undefined) log.warn({ reason, address }, 'sign-in failed')
  else log.error({ reason, address, check }, 'sign-in failed')
}

type Attempt = { state: string; nonce: string; codeVerifier: string; returnTo: string }

const secretsOf = z.object({ nonce: z.string(), codeVerifier: z.string() })

function stateOf({ searchParams }: URL): string | null {
  const [state, ...others] = searchParams.getAll('state')
  return state !== undefined && others.length === 0 && hasSecretFormat(state) ? state : null
}

type ClaimedAttempt = { state: string; browser: string | null }

async function attemptOf(
  { pool, clock, sealer }: SessionServices,
  { state, browser }: ClaimedAttempt,
): Promise<Attempt | null> {
  if (browser === null) return null
  const stateDigest = digestOfSecret(state)
  const consumedSignInAttempt = await consumeSignInAttempt(pool, {
    stateDigest,
    browserDigest: digestOfSecret(browser),
    now: clock.now(),
  })
  const secrets =
    consumedSignInAttempt && sealer.open(consumedSignInAttempt.secrets, { column: 'secrets', row: stateDigest })
  if (!consumedSignInAttempt || typeof secrets !== 'string') return null
  return { state, returnTo: consumedSignInAttempt.returnTo, ...secretsOf.parse(JSON.parse(secrets)) }
}

type ReceivedTokens = SignInTokens & { issuer: string; expiresAt: number }

type ExchangeOutcome = ({ kind: 'received' } & ReceivedTokens) | { kind: 'refused'; reason: string }

async function tokensOf(context: SessionServices, url: URL, attempt: Attempt): Promise<ExchangeOutcome> {
  try {
    return { kind: 'received', ...(await exchange(context, url, attempt)) }
  } catch (error) {
    return { kind: 'refused', reason: providerFailureNameOf(error) }
  }
}

async function exchange(context: SessionServices, url: URL, attempt: Attempt): Promise<ReceivedTokens> {
  const { client, verify } = context
  const tokens = await client.exchange(url, attempt)
  await checkIdTokenAgeAndSignature({ token: tokens.idToken, issuedAtS: tokens.claims.iat }, context)
  // Verifies the access token at the sign-in, so that a wrong audience in the settings fails now and not at the first
  // API call.
  const { issuer, subject, expiresAt } = await verify(tokens.accessToken)
  if (subject !== tokens.claims.sub || issuer !== tokens.claims.iss) throw createTokenRefusal('token_of_somebody_else')
  return { ...tokens, issuer, expiresAt }
}

async function openSession(
  context: SessionServices,
  tokens: ReceivedTokens,
  { formerSession, address, requestId, name }: SignInCallback,
): Promise<{ sessionId: string; personId: string }> {
  const { pool, clock, sealer, persons, log } = context
  const now = clock.now()
  const { issuer, claims } = tokens
  const emailClaims = await readEmailClaims(context, tokens, claims)
  const personId = await persons.signedIn({
    issuer,
    subject: claims.sub,
    email: toSignInEmail(emailClaims),
    names: signInNamesOf(emailClaims),
  })
  const sessionId = generateSecret()
  const idDigest = digestOfSecret(sessionId)
  const sealedTokens = sealTokens({ ...tokens, accessExpiresAt: tokens.expiresAt }, { sealer, row: idDigest, now })
  const request = { address, requestId }
  const act = createAuditAct({
    actor: 'person',
    action: 'sign-in',
    personId,
    session: sessionReference(idDigest),
    ...request,
  })
  const record = { ...act, outcome: 'done' }
  await inTransaction(pool, async (transaction) => {
    const times = { createdAt: now, expiresAt: now + maxSessionLifetimeMs }
    const authenticatedAt = claims.auth_time === undefined ? null : claims.auth_time * 1000
    await saveSession(transaction, { ...sealedTokens, ...name, ...times, idDigest, personId, authenticatedAt })
    await insertAuditRecord(transaction, { ...record, at: new Date(now) })
  })
  if (formerSession !== null) await endSession(context, digestOfSecret(formerSession), { reason: 'replaced', request })
  log.info({ personId }, 'signed in')
  log.info({ audit: auditLogFieldsOf(record), reqId: requestId }, 'audit')
  if (tokens.refreshToken === null) log.warn({ personId, check: promptAdvice }, 'no refresh token given')
  return { sessionId, personId }
}

/**
 * The advice for operators if the provider sends no refresh token. Some providers ignore the scope `offline_access`
 * unless they ask the person for consent. OpenID Connect Core 1.0, section 11.
 */
const promptAdvice =
  'OIDC_PROMPT: the session ends with its access token; some identity providers give a refresh token only with OIDC_PROMPT=consent.'

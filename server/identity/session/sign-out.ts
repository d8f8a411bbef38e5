import { providerFailureNameOf } from '../provider-failure-name.ts'
import type { SessionServices } from './session-dependencies.ts'
import { type SessionEndingRequest, endSession } from './end-session.ts'
import { unsealTokens } from './sealed-tokens.ts'
import { findSession } from './store.ts'

export type SignOutRequest = { idDigest: Buffer; origin: string; request: SessionEndingRequest }

/**
 * Deletes the person's subscriptions, ends the session in the portal, and then revokes its tokens at the provider. If
 * the provider does not answer, the session in the portal still ends. Returns the URL that the browser opens to end
 * the session at the provider. Specification 4 and 19.18.
 */
export async function signOut(
  context: SessionServices,
  { idDigest, origin, request }: SignOutRequest,
): Promise<string> {
  const home = `${origin}/`
  const session = await findSession(context.pool, idDigest, context.clock.now())
  if (session) await context.dropSubscriptions(session.personId)
  const storedSession = await endSession(context, idDigest, { reason: 'signed-out', request })
  const tokens = storedSession && unsealTokens(storedSession, context.sealer)
  if (!tokens) return home
  await revokeRefreshToken(context, tokens)
  return signOutUrl(context, tokens.idToken, home)
}

/** Revokes the refresh token of an ended session at the provider. Logs a failure; the promise never rejects. */
export async function revokeRefreshToken(
  { client, log }: Pick<SessionServices, 'client' | 'log'>,
  { refreshToken }: { refreshToken: string | null },
): Promise<void> {
  if (refreshToken === null) return
  try {
    await client.revoke(refreshToken)
  } catch (error) {
    log.warn({ reason: providerFailureNameOf(error) }, 'refresh token not revoked')
  }
}

async function signOutUrl({ client, log }: SessionServices, idToken: string, home: string): Promise<string> {
  try {
    return (await client.signOutUrl(idToken, home))?.href ?? home
  } catch (error) {
    log.warn({ reason: providerFailureNameOf(error) }, "the identity provider's sign-out page could not be determined")
    return home
  }
}

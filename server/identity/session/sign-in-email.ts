import type { IDToken } from 'openid-client'
import * as z from 'zod/mini'
import { hourMs } from '#contract/durations.ts'
import { providerFailureNameOf } from '../provider-failure-name.ts'
import { createRecentlyUsedMap } from '../recently-used-map.ts'
import { isSignInEmailVerified, saveSignInEmail, type SignInEmail } from '../store.ts'
import type { SessionServices } from './session-dependencies.ts'
import { checkIdTokenAgeAndSignature } from './id-token.ts'
import type { RenewedTokens } from './provider-client.ts'

const emailAddress = z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/))

/** The claims about a person from an ID token or from userinfo. */
export type PersonClaims = Readonly<Record<string, unknown>>

/**
 * Returns the claims that contain the email address: from the ID token, or from userinfo if the ID token has no
 * address. Returns null if userinfo cannot be read, because a person may sign in without an address.
 */
export async function readEmailClaims(
  { client, log }: Pick<SessionServices, 'client' | 'log'>,
  { accessToken }: { accessToken: string },
  claims: Pick<IDToken, 'sub'> & PersonClaims,
): Promise<PersonClaims | null> {
  return claims['email'] === undefined ? client.userinfo(accessToken, claims.sub).catch(failed) : claims

  function failed(error: unknown): null {
    log.warn({ reason: providerFailureNameOf(error) }, 'the identity provider does not return the e-mail address')
    return null
  }
}

/**
 * Returns the email address in the claims; null if they have no valid address. The address is verified only if
 * `email_verified` is true in the same claims.
 */
export function toSignInEmail(claims: PersonClaims | null): SignInEmail | null {
  const { data: address } = emailAddress.safeParse(claims?.['email'])
  return address === undefined ? null : { address, isVerified: isTrueClaim(claims?.['email_verified']) }
}

/** Whether a claim is true. Some providers send the boolean as a string. */
function isTrueClaim(claim: unknown): boolean {
  return claim === true || claim === 'true'
}

/** A renewal of a person's tokens. `subject`: the subject of the new access token. */
export type RenewedTokensOfPerson = { personId: string; subject: string; tokens: RenewedTokens }

/**
 * The minimum interval between two userinfo requests for a person whose address is not verified. Without it, each
 * renewal of tokens, every few minutes, would cause a request.
 */
const userinfoIntervalMs = hourMs
const maxCachedPeople = 20_000

/**
 * Creates the function that, when tokens are renewed, stores the provider's claims about the person's email address. A
 * person with a long session then gets emails soon after the provider has verified the address. The function requests
 * userinfo only while the address is not verified.
 */
export function createEmailSaverOnRenewal(context: SessionServices): (renewal: RenewedTokensOfPerson) => Promise<void> {
  const { config, pool, clock, log } = context
  const requestedAt = createRecentlyUsedMap<number>(maxCachedPeople / 2)

  return async ({ personId, subject, tokens }) => {
    const claims = await claimsOf(tokens)
    if (claims?.['email'] === undefined && !(await mayRequestEmail(personId))) return
    const email = toSignInEmail(await readEmailClaims(context, tokens, { ...claims, sub: subject }))
    if (email !== null) await saveSignInEmail(pool, personId, email)

    async function claimsOf({ idToken, claims: said }: RenewedTokens): Promise<IDToken | null> {
      if (idToken === null || said?.sub !== subject) return null
      const reason = await checkIdTokenAgeAndSignature({ token: idToken, issuedAtS: said.iat }, context).then(
        () => null,
        providerFailureNameOf,
      )
      if (reason !== null) log.warn({ reason }, 'the renewed ID token is not used')
      return reason === null ? said : null
    }
  }

  async function mayRequestEmail(personId: string): Promise<boolean> {
    const now = clock.now()
    if (config.oidc.emailVerified === 'always' || now - (requestedAt.get(personId) ?? -Infinity) < userinfoIntervalMs)
      return false
    requestedAt.set(personId, now)
    return !(await isSignInEmailVerified(pool, personId))
  }
}

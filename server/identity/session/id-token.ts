import { compactVerify } from 'jose'
import type { Clock } from '#server/clock.ts'
import { acceptedSignatureAlgorithms } from '../access-token.ts'
import type { OpenIdProvider } from '../openid-provider.ts'

/** The accepted difference between the clocks of the provider and the portal, in seconds. Specification 9. */
export const issuedAtToleranceS = 240

export class IdTokenError extends Error {
  override name = 'IdTokenError'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export type IdToken = { token: string; issuedAtS: number }

/**
 * Checks the properties of an ID token that openid-client does not check: that the token was just issued, and its
 * signature. The signature matters because the connection to the provider may be plain http. openid-client has already
 * checked issuer, audience, nonce and expiry.
 * @throws IdTokenError, errors of jose, or Refusal `unavailable` if the provider's keys cannot be fetched
 */
export async function checkIdTokenAgeAndSignature(
  { token, issuedAtS }: IdToken,
  { provider, clock }: { provider: OpenIdProvider; clock: Clock },
): Promise<void> {
  const offsetS = Math.abs(Math.floor(clock.now() / 1000) - issuedAtS)
  if (offsetS > issuedAtToleranceS) throw new IdTokenError('issued_at_too_far')
  await compactVerify(token, async (header, input) => (await provider.keys.find(header, input)).key, {
    algorithms: acceptedSignatureAlgorithms,
  })
}

import type { PublicKeySet } from '#contract/client-public-keys.ts'
import type { ProgramState } from '#contract/programs.ts'

/**
 * A program of a third party. `developerId`: the person who registered it, or null after the erasure of that person.
 * `secretDigest`: SHA-256 of the client secret, or null for a public client. `jwks`: the public keys of a client that
 * signs in with keys instead of the secret, otherwise null. In the states `sandbox` and `requested` a program can
 * read only test appliances. Specification 27.1.
 */
export type PartnerClient = {
  id: string
  developerId: string | null
  name: string
  contactEmail: string
  redirectUris: string[]
  secretDigest: Buffer | null
  jwks: PublicKeySet | null
  state: ProgramState
  companyName: string | null
  registerNumber: string | null
  country: string | null
}

/** Whether the client may read only its test appliances. */
export function isSandboxClient({ state }: Pick<PartnerClient, 'state'>): boolean {
  return state === 'sandbox' || state === 'requested'
}

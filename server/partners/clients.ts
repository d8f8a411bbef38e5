import type { PublicKeySet } from '#contract/public-keys.ts'

/**
 * A program of a third party. `developerId`: the person who registered it; null after their erasure. `secretDigest`:
 * SHA-256 of the client secret; null for a public client. `jwks`: the public keys by which it signs in instead of the
 * secret; null without. In the states `sandbox` and `requested` it can read only test appliances. Specification 27.1.
 */
export type PartnerClient = {
  id: string
  developerId: string | null
  name: string
  contactEmail: string
  redirectUris: string[]
  secretDigest: Buffer | null
  jwks: PublicKeySet | null
  state: 'sandbox' | 'requested' | 'approved' | 'refused' | 'suspended'
  companyName: string | null
  registerNumber: string | null
  country: string | null
}

/** Whether a client may do anything: the operator has neither refused nor suspended it. */
export function isUsable({ state }: Pick<PartnerClient, 'state'>): boolean {
  return state !== 'refused' && state !== 'suspended'
}

/** Whether the client may read only its test appliances. */
export function isSandbox({ state }: Pick<PartnerClient, 'state'>): boolean {
  return state === 'sandbox' || state === 'requested'
}

import type { PublicKeySet } from '#contract/public-keys.ts'

/**
 * A program of a third party. `developerId`: the person who registered it, null if erased. `secretDigest`: SHA-256 of
 * the client secret, null for a public client. `jwks`: the keys with which the client signs in instead. `sandbox` and `requested` see test appliances only; an operator approves,
 * refuses and suspends. Specification 27.1.
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

/** A client that the operator refused or suspended can do nothing. */
export function isUsable({ state }: Pick<PartnerClient, 'state'>): boolean {
  return state !== 'refused' && state !== 'suspended'
}

/** Whether the client may read only its test appliances. */
export function isSandbox({ state }: Pick<PartnerClient, 'state'>): boolean {
  return state === 'sandbox' || state === 'requested'
}

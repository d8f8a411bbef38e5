import { createHash, randomBytes } from 'node:crypto'
import type { ApplianceType } from '#contract/appliance.ts'
import type { ProgramRegistration } from '#contract/program-form.ts'
import { maxPrograms } from '#contract/programs.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import { insertPartnerClient } from '../store.ts'
import { lockDeveloperAndCountPrograms, insertTestAppliance } from './store.ts'

/** A client secret, and its SHA-256 digest. Only the digest is stored. */
export type ClientSecret = { value: string; digest: Buffer }

/**
 * Creates a client secret. A client with keys does not use a secret, but the portal stores the digest of one for it,
 * because a client without a digest is a public one.
 */
export function createClientSecret(): ClientSecret {
  const value = randomBytes(32).toString('base64url')
  return { value, digest: createHash('sha256').update(value).digest() }
}

/** The test appliances that each new program gets. */
const testAppliances: readonly { name: string; type: ApplianceType }[] = [
  { name: 'Test boiler', type: 'BOILER' },
  { name: 'Test heat pump', type: 'HP' },
  { name: 'Test hybrid', type: 'HYBRID' },
]

export type NewProgram = Omit<ProgramRegistration, 'isGatekeeper'> & { developerId: string; now: Date }

/**
 * Registers a program in the sandbox, with its test appliances. Returns its id and its secret. `secret` is null for a
 * public client, and for a client with keys. Specification 27.8.
 * @throws Refusal `program-limit`
 */
export async function registerProgram(
  transaction: Transaction,
  { developerId, now, name, contactEmail, clientType, redirectUris, jwks, acceptedTerms }: NewProgram,
): Promise<{ id: string; secret: string | null }> {
  if ((await lockDeveloperAndCountPrograms(transaction, developerId)) >= maxPrograms) throw new Refusal('program-limit')
  const secret = clientType === 'public' ? null : createClientSecret()
  const id = await insertPartnerClient(transaction, {
    developerId,
    name,
    contactEmail,
    redirectUris,
    secretDigest: secret?.digest ?? null,
    jwks: jwks ?? null,
    termsVersion: acceptedTerms,
    createdAt: now,
  })
  await insertDefaultTestAppliances(transaction, id, now)
  return { id, secret: jwks === undefined ? (secret?.value ?? null) : null }
}

export async function insertDefaultTestAppliances(
  transaction: Transaction,
  programId: string,
  since: Date,
): Promise<void> {
  for (const appliance of testAppliances) await insertTestAppliance(transaction, programId, { ...appliance, since })
}

import * as z from 'zod/mini'
import { emailAddress } from './email-address.ts'
import { isGatekeeperName } from './gatekeepers.ts'
import { clientPublicKeySet } from './client-public-keys.ts'
import {
  clientTypes,
  approvableCompanyCountries,
  maxRedirectUris,
  programFieldLimits,
  programTermsVersion,
} from './programs.ts'
import { type RedirectUriStage, isAllowedRedirectUri } from './redirect-uri.ts'

/**
 * Returns the schema of a name that consent pages show: required, at most `max` characters. Only letters, digits and
 * the signs of company names are allowed, because a name must not be an address or markup.
 */
function properName(max: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'required', abort: true }),
      z.maxLength(max, { error: 'max-length', abort: true }),
      z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()+!_-]*$/u, { error: 'pattern' }),
    )
}

function redirectUris(stage: RedirectUriStage) {
  const uri = z.string().check(z.refine((value) => isAllowedRedirectUri(value, stage), { error: 'redirect-uri' }))
  return z.array(uri).check(
    z.maxLength(maxRedirectUris, { error: 'max-length' }),
    z.refine((uris) => new Set(uris).size === uris.length, { error: 'repeated' }),
  )
}

/** Whether the program may have keys. Only a confidential client signs in, by a secret or by keys. */
function mayHaveKeys({ clientType, jwks }: { clientType: string; jwks?: unknown }): boolean {
  return clientType === 'confidential' || jwks === undefined
}

/**
 * The registration of a program. Without `redirectUris` it uses the device flow. `jwks`: public keys instead of a
 * secret. `acceptedTerms`: the version of the terms for third parties. `isGatekeeper`: the developer's own statement; a
 * gatekeeper is refused. Specification 27.8.
 */
export const programRegistration = z
  .strictObject({
    name: properName(programFieldLimits.name),
    contactEmail: emailAddress,
    clientType: z.enum(clientTypes),
    redirectUris: z._default(redirectUris('sandbox'), []),
    jwks: z.optional(clientPublicKeySet),
    acceptedTerms: z.string().check(z.refine((version) => version === programTermsVersion, { error: 'terms-version' })),
    isGatekeeper: z.boolean().check(z.refine((is) => !is, { error: 'gatekeeper' })),
  })
  .check(z.refine(mayHaveKeys, { path: ['jwks'], error: 'public-client' }))

/** New redirect URIs. The server also refuses URIs that the program's state does not permit. */
export const redirectUrisPatch = z.strictObject({ redirectUris: redirectUris('sandbox') })

/** The body that replaces the former keys, or the secret, of a program. */
export const programKeysBody = z.strictObject({ jwks: clientPublicKeySet })

/** Whether an approved program may have all these redirect URIs. */
export function areApprovableRedirectUris(uris: readonly string[]): boolean {
  return uris.every((uri) => isAllowedRedirectUri(uri, 'approved'))
}

/** The company behind a program. The operator compares these values with the commercial register. */
export const approvalRequest = z.strictObject({
  name: properName(programFieldLimits.companyName).check(
    z.refine((value) => !isGatekeeperName(value), { error: 'gatekeeper' }),
  ),
  registerNumber: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'required', abort: true }),
      z.maxLength(programFieldLimits.registerNumber, { error: 'max-length', abort: true }),
      z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u, { error: 'pattern' }),
    ),
  country: z.enum(approvableCompanyCountries),
})

export type ProgramRegistration = z.infer<typeof programRegistration>
export type ApprovalRequest = z.infer<typeof approvalRequest>

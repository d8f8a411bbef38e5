import * as z from 'zod/mini'

/** The maximum number of public keys of a client. A client needs several keys while it replaces a key. */
export const maxClientKeys = 5

const maxKeyIdLength = 100

/** Matches the modulus of an RSA key of 2048 to 8192 bits. RFC 7518, section 3.3. */
const modulus = /^[\w-]{342,1366}$/u

/** The accepted kinds of keys, each with its public values and the algorithms of its signatures. Specification 27.8. */
const kinds = [
  { values: { kty: /^EC$/u, crv: /^P-256$/u, x: /^[\w-]{43}$/u, y: /^[\w-]{43}$/u }, algorithms: ['ES256'] },
  { values: { kty: /^EC$/u, crv: /^P-384$/u, x: /^[\w-]{64}$/u, y: /^[\w-]{64}$/u }, algorithms: ['ES384'] },
  { values: { kty: /^EC$/u, crv: /^P-521$/u, x: /^[\w-]{88}$/u, y: /^[\w-]{88}$/u }, algorithms: ['ES512'] },
  { values: { kty: /^OKP$/u, crv: /^Ed25519$/u, x: /^[\w-]{43}$/u }, algorithms: ['EdDSA', 'Ed25519'] },
  {
    values: { kty: /^RSA$/u, n: modulus, e: /^AQAB$/u },
    algorithms: ['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'],
  },
] as const

/** The signature algorithms that the authorization server accepts from clients. None uses a shared secret. */
export const clientSigningAlgorithms: readonly string[] = kinds.flatMap(({ algorithms }) => [...algorithms])

/** The values of private and of symmetric keys. RFC 7518, section 6. */
const secretValues = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

const publicValues = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg']

type Values = Record<string, unknown>

function isSecret(key: Values): boolean {
  return secretValues.some((name) => name in key)
}

function isPublicKey(key: Values): boolean {
  const { kid, alg, use } = key
  if (kid !== undefined && !(typeof kid === 'string' && kid !== '' && kid.length <= maxKeyIdLength)) return false
  if (use !== undefined && use !== 'sig') return false
  return kinds.some(
    ({ values, algorithms }) =>
      Object.entries(values).every(([name, form]) => typeof key[name] === 'string' && form.test(key[name])) &&
      (alg === undefined || algorithms.some((one) => one === alg)),
  )
}

/**
 * Returns the values of a key that verify a signature. The portal does not store any other value, such as certificates.
 */
function publicPart(key: Values): Record<string, string> {
  return Object.fromEntries(publicValues.flatMap((name) => (name in key ? [[name, String(key[name])]] : [])))
}

const publicKey = z.pipe(
  z.record(z.string(), z.unknown()).check(
    z.refine((key) => !isSecret(key), { error: 'private-key', abort: true }),
    z.refine(isPublicKey, { error: 'public-key' }),
  ),
  z.transform(publicPart),
)

/** A JSON Web Key Set with public keys. RFC 7517. */
export const clientPublicKeySet = z.strictObject({
  keys: z.array(publicKey).check(
    z.minLength(1, { error: 'required' }),
    z.maxLength(maxClientKeys, { error: 'max-length' }),
    z.refine((keys) => areDistinct(keys), { error: 'repeated' }),
  ),
})

function areDistinct(keys: readonly Record<string, string>[]): boolean {
  const ids = keys.flatMap(({ kid }) => (kid === undefined ? [] : [kid]))
  return new Set(ids).size === ids.length
}

export type PublicKeySet = z.infer<typeof clientPublicKeySet>

/** The public keys of a program, as the API returns them to its developer. */
export const storedClientKeySet = z.object({ keys: z.array(z.record(z.string(), z.string())) })

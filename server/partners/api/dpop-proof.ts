import { createHash } from 'node:crypto'
import { EmbeddedJWK, calculateJwkThumbprint, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { minuteS } from '#contract/durations.ts'
import { clientSigningAlgorithms } from '#contract/client-public-keys.ts'
import type { ReplayDetector } from '../replay-detection.ts'

/** The request for which a proof is valid. `url` has no query. `now` in epoch ms. */
export type DpopRequest = { method: string; url: string; token: string; now: number }

/**
 * The maximum difference in seconds between the time of a proof and the current time. The proof can be earlier or
 * later. The authorization server has the same limit.
 */
const maxAgeS = 5 * minuteS

/** The maximum length of a proof. A proof with an RSA key of 8192 bits is shorter. A longer text is not parsed. */
export const maxProofLength = 6_000

const claims = z.object({
  jti: z.string().check(z.minLength(1), z.maxLength(500)),
  htm: z.string(),
  htu: z.url(),
  iat: z.number(),
  ath: z.string(),
})

/**
 * Whether a proof is valid: it is signed with the key that a token is bound to, belongs to this request and this token,
 * is recent, and was not used before. `thumbprint`: the thumbprint of that key (RFC 7638). RFC 9449, section 4.3.
 */
export async function isDpopProofValid(
  proof: string,
  thumbprint: string,
  { request, isNew }: { request: DpopRequest; isNew: ReplayDetector },
): Promise<boolean> {
  const claimed = proof.length <= maxProofLength ? await verifiedClaims(proof, thumbprint, request.now) : null
  if (claimed === null || !isAbout(claimed, request)) return false
  return isNew(thumbprint, claimed.jti, request.now / 1000 + maxAgeS)
}

type Claims = z.infer<typeof claims>

/**
 * Verifies the signature of a proof by the key with this thumbprint. Returns the claims, or null if the proof is
 * invalid.
 */
async function verifiedClaims(proof: string, thumbprint: string, now: number): Promise<Claims | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: [...clientSigningAlgorithms],
      typ: 'dpop+jwt',
      currentDate: new Date(now),
    })
    if (!protectedHeader.jwk || (await calculateJwkThumbprint(protectedHeader.jwk)) !== thumbprint) return null
    return claims.parse(payload)
  } catch {
    return null
  }
}

function isAbout({ htm, htu, iat, ath }: Claims, { method, url, token, now }: DpopRequest): boolean {
  return (
    htm === method &&
    withoutQuery(htu) === new URL(url).href &&
    Math.abs(now / 1000 - iat) <= maxAgeS &&
    ath === createHash('sha256').update(token).digest('base64url')
  )
}

function withoutQuery(address: string): string {
  const url = new URL(address)
  url.search = ''
  url.hash = ''
  return url.href
}

import { createPublicKey } from 'node:crypto'
import { areApprovable } from '#contract/program-form.ts'
import type { ProgramState } from '#contract/programs.ts'
import type { PublicKeySet } from '#contract/public-keys.ts'
import { Refusal } from '#server/http/refusals.ts'

/** The operator's refusal or suspension leaves the developer only the deletion. @throws Refusal `program-closed` */
export function refuseIfClosed({ state }: { state: ProgramState }): void {
  if (state === 'refused' || state === 'suspended') throw new Refusal('program-closed')
}

/** An approved program keeps the company that the operator checked. @throws Refusal `program-closed` */
export function refuseIfDecided({ state }: { state: ProgramState }): void {
  if (state !== 'sandbox' && state !== 'requested') throw new Refusal('program-closed')
}

/** Only a public client can do without a redirect URI, by the device flow. @throws Refusal `rule-broken` */
export function refuseMissing({ isPublic }: { isPublic: boolean }, uris: readonly string[]): void {
  if (isPublic || uris.length > 0) return
  throw new Refusal('rule-broken', { errors: [{ path: 'redirectUris', code: 'required' }] })
}

/**
 * Outside of the sandbox, and while the operator decides, a program has only redirect URIs of approved programs. @throws
 * Refusal `rule-broken`
 */
export function refuseLoopback(state: ProgramState, uris: readonly string[]): void {
  if (state === 'sandbox' || areApprovable(uris)) return
  throw new Refusal('rule-broken', { errors: [{ path: 'redirectUris', code: 'redirect-uri' }] })
}

/** A key that is no point of its curve, for example, would let nobody sign in. @throws Refusal `rule-broken` */
export function refuseUnusable(jwks: PublicKeySet | undefined): void {
  const errors = (jwks?.keys ?? []).flatMap((key, index) =>
    isImportable(key) ? [] : [{ path: `jwks.keys.${index}`, code: 'public-key' }],
  )
  if (errors.length > 0) throw new Refusal('rule-broken', { errors })
}

function isImportable(key: Record<string, string>): boolean {
  try {
    createPublicKey({ key, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

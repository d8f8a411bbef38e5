import { createPublicKey } from 'node:crypto'
import { areApprovableRedirectUris } from '#contract/program-form.ts'
import { type ProgramState, isClosedProgram } from '#contract/programs.ts'
import type { PublicKeySet } from '#contract/client-public-keys.ts'
import { Refusal } from '#server/http/refusals.ts'

/**
 * Refuses a change of a refused or suspended program, which its developer can only delete. @throws Refusal
 * `program-closed`
 */
export function refuseIfProgramClosed(program: { state: ProgramState }): void {
  if (isClosedProgram(program)) throw new Refusal('program-closed')
}

/**
 * Refuses a new request for approval after the operator's decision, because an approved program keeps the company that
 * the operator checked. @throws Refusal `program-closed`
 */
export function refuseIfProgramDecided({ state }: { state: ProgramState }): void {
  if (state !== 'sandbox' && state !== 'requested') throw new Refusal('program-closed')
}

/**
 * If a program is not in the state `sandbox`, refuses redirect URIs that only the sandbox permits.
 * @throws Refusal `rule-broken`
 */
export function refuseSandboxRedirectUris(state: ProgramState, uris: readonly string[]): void {
  if (state === 'sandbox' || areApprovableRedirectUris(uris)) return
  throw new Refusal('rule-broken', { errors: [{ path: 'redirectUris', code: 'redirect-uri' }] })
}

/** Refuses keys that cannot be imported, for example a point that is not on its curve. @throws Refusal `rule-broken` */
export function refuseUnusableKeys(jwks: PublicKeySet | undefined): void {
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

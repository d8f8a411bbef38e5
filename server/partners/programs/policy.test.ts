import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProgramState } from '#contract/programs.ts'
import {
  refuseIfProgramClosed,
  refuseIfProgramDecided,
  refuseSandboxRedirectUris,
  refuseUnusableKeys,
} from './policy.ts'

const states: readonly ProgramState[] = ['sandbox', 'requested', 'approved', 'refused', 'suspended']

function statesRefusedBy(check: (program: { state: ProgramState }) => void): ProgramState[] {
  return states.filter((state) => {
    try {
      check({ state })
      return false
    } catch {
      return true
    }
  })
}

test('a refused or suspended program cannot be changed', () => {
  expect(statesRefusedBy(refuseIfProgramClosed)).toEqual(['refused', 'suspended'])
  expect(() => refuseIfProgramClosed({ state: 'refused' })).toThrow('program-closed')
})

test('approval cannot be requested again after the decision of the operator', () => {
  expect(statesRefusedBy(refuseIfProgramDecided)).toEqual(['approved', 'refused', 'suspended'])
  expect(() => refuseIfProgramDecided({ state: 'approved' })).toThrow('program-closed')
})

test('only a program in the sandbox has redirect URIs of the sandbox', () => {
  const local = ['http://127.0.0.1/back']
  const refused = expect.objectContaining({
    kind: 'rule-broken',
    detail: { errors: [{ path: 'redirectUris', code: 'redirect-uri' }] },
  })
  expect(() => refuseSandboxRedirectUris('sandbox', ['http://localhost:3000/back'])).not.toThrow()
  expect(() => refuseSandboxRedirectUris('approved', ['https://partner.example/back'])).not.toThrow()
  for (const state of ['requested', 'approved'] as const)
    expect(() => refuseSandboxRedirectUris(state, ['http://partner.example/back', ...local])).toThrow(refused)
})

test('keys must be usable, and the refusal names those that are not', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const usable = { kty: 'EC', crv: 'P-256', ...jwk } as const
  const unusable = { ...usable, y: usable.x }
  expect(() => refuseUnusableKeys(undefined)).not.toThrow()
  expect(() => refuseUnusableKeys({ keys: [usable] })).not.toThrow()
  const refused = expect.objectContaining({
    kind: 'rule-broken',
    detail: { errors: [{ path: 'jwks.keys.1', code: 'public-key' }] },
  })
  expect(() => refuseUnusableKeys({ keys: [usable, unusable] })).toThrow(refused)
})

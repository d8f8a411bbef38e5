import { expect, test } from 'vitest'
import { createEndedTokens, tokenDigestOf } from './ended-tokens.ts'

const personId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const answer = { issuer: 'https://id.example', subject: 'anna', scopes: new Set<never>(), expiresAt: 0 }

test("an ended session's access token is refused, those of other sessions are not", async () => {
  const ended = createEndedTokens()
  const verify = ended.refuse(async () => answer)
  expect(await verify('mine')).toBe(answer)
  ended.onMessages([{ kind: 'session-ended', personId, tokenDigest: tokenDigestOf('mine') }])
  await expect(verify('mine')).rejects.toMatchObject({ kind: 'unauthenticated' })
  expect(await verify('other')).toBe(answer)
})

test('a session that ended without a token ends no other', async () => {
  const ended = createEndedTokens()
  ended.onMessages([{ kind: 'session-ended', personId }])
  expect(await ended.refuse(async () => answer)('any')).toBe(answer)
})

import { afterAll, expect, test } from 'vitest'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'

// Specification 27.5: the partner API limits the requests of each authorization.

const fixture = await createPartnersFixture()
const { applianceOf, call, registerClient, tokensFor } = fixture
afterAll(fixture.close)

async function tokenOf(as: string): Promise<string> {
  const { tokens } = await tokensFor(await registerClient(), as, [await applianceOf(as)])
  return tokens.access_token
}

test('each answer says what is left of the limit', async () => {
  const token = await tokenOf('ann')
  const remaining = []
  for (const path of ['/partner/1/grants', '/partner/1/grants', '/partner/1/appliances/unknown']) {
    const { headers } = await call(token, path)
    expect(headers.get('ratelimit-policy')).toBe('"partner";q=120;w=60')
    remaining.push(/^"partner";r=(\d+);t=\d+$/u.exec(headers.get('ratelimit') ?? '')?.[1])
  }
  expect(remaining).toEqual(['119', '118', '117'])
})

test('a client that reads 600 times a minute is answered 120 times, and others as ever', async () => {
  const [hasty, calm] = [await tokenOf('ben'), await tokenOf('cat')]
  const answers = []
  for (let sent = 0; sent < 600; sent += 50)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, async () => call(hasty, '/partner/1/grants')))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(480)
  const { headers } = refused[0] ?? new Response()
  expect(headers.get('ratelimit')).toBe(`"partner";r=0;t=${headers.get('retry-after')}`)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call(calm, '/partner/1/grants')).status).toBe(200)
})

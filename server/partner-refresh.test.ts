import * as oauth from 'oauth4webapi'
import { afterAll, expect, test } from 'vitest'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'

// Specification 27.4: after the end of a grant, its client gets no more tokens.

const fixture = await createPartnersFixture()
const { applianceOf, call, exchange, openQuestion, options, settle, tokensFor } = fixture
const { pool } = fixture.database
afterAll(fixture.close)

const kinds = { public: fixture.registerPublicClient, confidential: fixture.registerClient }

async function endByOwner(as: string, gatewayId: string): Promise<void> {
  const access = `/api/2/connections/${gatewayId}/access`
  const { grants } = (await (await call(as, access)).json()) as { grants: { id: string }[] }
  for (const { id } of grants) await call(as, `${access}/grants/${id}`, { method: 'DELETE' })
}

const ends = {
  'its owner ends it': endByOwner,
  'its date passes': async (_as: string, gatewayId: string) =>
    pool.query({ text: 'update partner_grant set ends_at = now() where gateway_id = $1', values: [gatewayId] }),
  'its owner removes the appliance': async (as: string, gatewayId: string) =>
    call(as, `/api/2/connections/${gatewayId}`, { method: 'DELETE' }),
}

test.each(
  (['public', 'confidential'] as const).flatMap((kind) =>
    (Object.keys(ends) as (keyof typeof ends)[]).map((end) => [kind, end] as const),
  ),
)('the refresh token of a %s client renews until %s', async (kind, end) => {
  const client = await kinds[kind]()
  const as = `owner-${kind}-${end.replaceAll(' ', '-')}`
  const id = await applianceOf(as)
  const { tokens, server, auth } = await tokensFor(client, as, [id])
  const renew = async (refreshToken = '') =>
    oauth.refreshTokenGrantRequest(server, { client_id: client.id }, auth, refreshToken, options)
  const renewed = await oauth.processRefreshTokenResponse(
    server,
    { client_id: client.id },
    await renew(tokens.refresh_token),
  )
  expect((await call(renewed.access_token, '/partner/1/appliances')).status).toBe(200)

  await ends[end](as, id)
  const refused = await renew(renewed.refresh_token ?? tokens.refresh_token)
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }])
})

test('a code for a grant that has ended gives no tokens', async () => {
  const client = await fixture.registerClient()
  const id = await applianceOf('anna')
  const opened = await openQuestion(client)
  const callback = await settle(opened, 'anna', [id])
  await endByOwner('anna', id)
  const refused = await exchange(client, opened, callback)
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }])
})

test('while one of its grants is in force, an authorization renews', async () => {
  const client = await fixture.registerPublicClient()
  const [first, second] = [await applianceOf('berta'), await applianceOf('berta')]
  const { tokens, server, auth } = await tokensFor(client, 'berta', [first, second])
  await endByOwner('berta', first)
  const refreshToken = tokens.refresh_token ?? ''
  const sent = await oauth.refreshTokenGrantRequest(server, { client_id: client.id }, auth, refreshToken, options)
  expect(sent.status).toBe(200)
})

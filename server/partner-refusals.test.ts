import * as oauth from 'oauth4webapi'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'
import { registerProgramGauge } from './partners/programs/metrics.ts'
import { createPartnerRefusalCounter } from './partners/partner-refusal-counter.ts'

// A program of a third party cannot choose the labels of the metrics about programs.

const fixture = await createPartnersFixture()
const { call, publicUrl } = fixture
afterAll(fixture.close)

async function refusalsIn(registry: Registry): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('gateway_portal_partner_refusals_total')?.get()
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [`${labels['by']} ${labels['reason']}`, value]),
  )
}

test('what programs are refused is counted by part and reason', async () => {
  const client = await fixture.registerClient()
  const ask = async (path: string, fields: Record<string, string>, secret = client.secret) =>
    fetch(`${publicUrl}/oauth${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client.id}:${secret}`)}` },
      body: new URLSearchParams(fields),
    })
  await ask('/token', { grant_type: 'client_credentials' }, 'wrong')
  await ask('/token', { grant_type: 'refresh_token', refresh_token: 'unknown' })
  await ask('/token', { grant_type: 'x'.repeat(50) })
  await ask('/par', { redirect_uri: 'https://evil.example/', response_type: 'code' })
  await fetch(`${publicUrl}/oauth/authorize?client_id=${client.id}`, { redirect: 'manual' })
  await call('nobody', '/partner/1/appliances')
  await fetch(`${publicUrl}/partner/1/appliances`, { headers: { authorization: 'DPoP token', dpop: 'proof' } })
  const token = await fixture.tokenOf(client)
  await call(token, '/partner/1/endpoints', { method: 'POST', body: { url: 'http://127.0.0.1:1', more: 1 } })
  await call(token, '/partner/1/endpoints/unknown')
  await call(token, '/partner/1/endpoints')
  expect(await refusalsIn(fixture.registry)).toMatchObject({
    'authorization invalid_client': 1,
    'authorization invalid_grant': 1,
    'authorization unsupported_grant_type': 1,
    'authorization invalid_request': 2,
    'api unauthenticated': 2,
    'api malformed': 1,
    'api not-found': 1,
  })
})

test('a device that waits for its person is not refused, and an unknown error has one label', async () => {
  const client = await fixture.registerClient()
  const server = await fixture.discover()
  const auth = oauth.ClientSecretBasic(client.secret)
  const identified = { client_id: client.id }
  const sent = await oauth.deviceAuthorizationRequest(server, identified, auth, {}, fixture.options)
  const { device_code: code } = await oauth.processDeviceAuthorizationResponse(server, identified, sent)
  await oauth.deviceCodeGrantRequest(server, identified, auth, code, fixture.options)
  expect(Object.keys(await refusalsIn(fixture.registry)).join()).not.toContain('pending')
  const registry = new Registry()
  const count = createPartnerRefusalCounter(registry)
  for (const reason of ['x', 'y']) count('authorization', reason)
  expect(await refusalsIn(registry)).toEqual({ 'authorization other': 2 })
})

test('programs are counted by state', async () => {
  const { pool } = fixture.database
  await pool.query('delete from partner_client')
  for (const state of ['requested', 'requested', 'approved']) await fixture.registerClient(state)
  const registry = new Registry()
  registerProgramGauge(registry, { pool })
  const metric = await registry.getSingleMetric('gateway_portal_programs')?.get()
  const counted = metric?.values.map(({ labels, value }) => [labels['state'], value])
  expect(Object.fromEntries(counted ?? [])).toEqual({ sandbox: 0, requested: 2, approved: 1, refused: 0, suspended: 0 })
})

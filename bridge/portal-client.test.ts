import { readFile } from 'node:fs/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { ensureMonthlyTelemetryPartitions } from '../server/database/store.ts'
import { createPartnersFixture } from '../test/partners/partners-fixture.ts'
import { systemBridgeClock } from './clock.ts'
import { createPortalClient } from './portal-client.ts'
import { type BridgeSettings, readBridgeSettings } from './settings.ts'
import { AccessEndedError, discoverAuthorizationServer, signInWithCode } from './sign-in.ts'
import { startTestHomeBroker, testTopics } from './test-home.ts'
import { openTokenFile } from './token-file.ts'

// Tests the bridge with the portal's own authorization server and partner API.

const fixture = await createPartnersFixture()
const { pool } = fixture.database
await ensureMonthlyTelemetryPartitions(pool, Date.now(), Date.now())
const home = await startTestHomeBroker()
afterAll(async () => {
  await home.close()
  await fixture.close()
})

/**
 * Registers a public client, which has no secret. Bridges are public clients, because everybody can read their
 * program.
 */
async function publicClient(): Promise<string> {
  const { id } = await fixture.registerClient()
  await pool.query({ text: 'update partner_client set secret_digest = null where id = $1', values: [id] })
  return id
}

async function report(applianceId: string, values: object): Promise<void> {
  const text = `insert into telemetry (gateway_id, unit, ts, received_at, seq, payload) values ($1, 'hc1', now(), now(), 1, $2)`
  await pool.query({ text, values: [applianceId, JSON.stringify(values)] })
  const status = `insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
    values ($1, 'WORKING', 'WORKING', now(), now(), 0)`
  await pool.query({ text: status, values: [applianceId] })
}

/** Enters the printed code in a browser, as the owner would, and shares the appliances. */
async function share(as: string, applianceIds: readonly string[]): Promise<void> {
  const line = await vi.waitFor(() => {
    const printed = home.lines.findLast((one) => one.includes('enter the code'))
    if (printed === undefined) throw new Error('The bridge has printed no code')
    return printed
  }, 20_000)
  home.lines.length = 0
  const { uri = '', code = '' } = /open (?<uri>\S+) and enter the code (?<code>\S+)\.$/u.exec(line)?.groups ?? {}
  const own = fixture.browser()
  const xsrf = /name="xsrf" value="(?<xsrf>[^"]+)"/u.exec(await (await own.open(uri)).text())?.groups?.['xsrf'] ?? ''
  const confirmed = await own.send(uri, { xsrf, user_code: code, confirm: 'yes' })
  const toPage = await own.open(new URL(confirmed.headers.get('location') ?? '', fixture.publicUrl).href)
  const requestId = (toPage.headers.get('location') ?? '').split('/').at(-1) ?? ''
  const body = { accept: true, connectionIds: applianceIds }
  const answer = await fixture.call(as, `/api/2/sharing/${requestId}`, { method: 'POST', body, cookie: own.cookie() })
  await own.open(((await answer.json()) as { continueUrl: string }).continueUrl)
}

async function access(settings: BridgeSettings, signal = new AbortController().signal) {
  const configuration = await discoverAuthorizationServer(settings)
  const file = openTokenFile(settings.tokenFile)
  return signInWithCode({ configuration, file, clock: systemBridgeClock, print: home.print, signal })
}

async function endGrants(as: string, applianceId: string): Promise<void> {
  const path = `/api/2/connections/${applianceId}/access`
  const { grants } = (await (await fixture.call(as, path)).json()) as { grants: { id: string }[] }
  for (const { id } of grants) await fixture.call(as, `${path}/grants/${id}`, { method: 'DELETE' })
}

test('an owner signs in with a code, and the bridge publishes what they share until they end it', async () => {
  const [shared, own] = [await fixture.applianceOf('anna'), await fixture.applianceOf('anna')]
  const env = { PORTAL_URL: fixture.publicUrl, CLIENT_ID: await publicClient(), TOKEN_FILE: home.tokenFile }
  const settings = readBridgeSettings([], env)
  const [signedIn] = await Promise.all([access(settings), share('anna', [shared])])
  for (const id of [shared, own]) await report(id, { roomTemperature: 21.5, roomSetpoint: 20 })

  const portal = createPortalClient({ portalUrl: settings.portalUrl, access: signedIn })
  const appliances = await portal.readAppliances()
  const id = appliances[0]?.id ?? ''
  expect(appliances).toMatchObject([{ status: 'WORKING' }])
  expect([shared, own]).not.toContain(id)

  const bridge = home.run(portal, systemBridgeClock)
  await home.arrived(testTopics.value(id, 'hc1.roomTemperature'), '21.5')
  await home.arrived(testTopics.value(id, 'hc1.roomSetpoint'), '20')
  await home.arrived(testTopics.bridge, 'online')
  await bridge.stop()

  await endGrants('anna', shared)
  await expect(portal.readAppliances()).rejects.toThrow(AccessEndedError)
  const ended = home.run(portal, systemBridgeClock)
  await expect(ended.ended).rejects.toThrow(AccessEndedError)
  expect((await home.retained())[testTopics.bridge]).toBe('offline')
})

test('the bridge continues with the token of its file, which is another one after each use', async () => {
  const appliance = await fixture.applianceOf('bert')
  const env = { PORTAL_URL: fixture.publicUrl, CLIENT_ID: await publicClient(), TOKEN_FILE: `${home.tokenFile}.2` }
  const settings = readBridgeSettings([], env)
  await Promise.all([access(settings), share('bert', [appliance])])
  const stored = [await readFile(settings.tokenFile, 'utf8')]
  for (let start = 0; start < 2; start += 1) {
    const portal = createPortalClient({ portalUrl: settings.portalUrl, access: await access(settings) })
    expect(await portal.readAppliances()).toHaveLength(1)
    // Deletes the access tokens in the portal, so that the bridge must get a new one, as after an expiry.
    await pool.query({ text: "delete from partner_artifact where kind = 'AccessToken'" })
    expect(await portal.readAppliances()).toHaveLength(1)
    stored.push(await readFile(settings.tokenFile, 'utf8'))
  }
  expect(new Set(stored).size).toBe(3)
  await endGrants('bert', appliance)
  const portal = createPortalClient({ portalUrl: settings.portalUrl, access: await access(settings) })
  await expect(portal.readAppliances()).rejects.toThrow(AccessEndedError)
})

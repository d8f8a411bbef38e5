import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { systemClock } from './clock.ts'
import { createTestDatabase } from '#test/database.ts'
import { startScriptedProvider } from '#test/identity/scripted-provider.ts'
import { startBalancer } from '#test/processes/balancer.ts'
import { insertHousehold, householdDeviceKey, type Household, householdSticker } from '#test/processes/household.ts'
import {
  type RequestTally,
  startRequestLoad,
  startReportLoad,
  openKeepAliveClient,
  type ReportLog,
  type LoadRequest,
} from '#test/processes/simulated-load.ts'
import { createTestMachine, isPortalReady, type TestMachine } from '#test/processes/test-machine.ts'
import { createPortalSettings } from '#test/processes/portal-settings.ts'

// The tables of a release must also work with the previous release. Both releases may run at the same time, and for a
// rollback the operator starts the previous release again. `database/last-release` has the commit of the previous
// release.

const root = join(import.meta.dirname, '..')
const lastRelease = (await readFile(join(import.meta.dirname, 'database/last-release'), 'utf8')).trim()
const database = await createTestDatabase({ max: 3 })
const folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
const oldRoot = join(folder, 'old')
const missing = await unpackLastRelease()
const idp = await startScriptedProvider({ clock: systemClock })

afterAll(async () => {
  await idp.close()
  await rm(folder, { recursive: true })
  await database.close()
})

const processes = ['api,push', 'ingest', 'jobs']
const settings = createPortalSettings({ database, idp, folder })

await writeFile(join(folder, 'index.html'), '<!doctype html>')

test('a release and the previous one use the same tables, upgraded and rolled back under load', async ({ skip }) => {
  skip(missing !== '', missing)
  await database.pool.query('drop schema public cascade; create schema public')
  const before = await createTestMachine({ root: oldRoot, processes, settings })
  const now = await createTestMachine({ processes, settings })
  await before.start()
  expect(await countMigrations()).toBe(await countMigrationFiles(oldRoot))
  const http = await startBalancer({ targets: [before.ports.http, now.ports.http], isReady: isPortalReady })
  const mqttBalancer = await startBalancer({ targets: [before.ports.mqtt, now.ports.mqtt] })
  const requestTally: RequestTally = { count: 0, failed: [] }
  const reportLog: ReportLog = { sent: 0, acknowledged: [], reasons: [] }
  const resident = await insertHousehold(database.pool, idp.issuer)
  const { gateway } = resident
  const token = await tokenOf(resident)
  const asking = startRequestLoad(http.port, (turn) => requestOf(turn, { gatewayId: gateway.id, token }), requestTally)
  const from = Date.now() - dayMs
  const reporting = startReportLoad(
    { gateway, gatewayKey: householdDeviceKey, protocolVersion: 5, port: mqttBalancer.port, from },
    reportLog,
  )

  expect(await liveThrough(before)).toEqual(everything)
  await now.start()
  expect(await countMigrations()).toBe(await countMigrationFiles(root))
  expect(await liveThrough(before)).toEqual(everything)
  expect(await liveThrough(now)).toEqual(everything)
  expect(await now.end()).toEqual(['0', '0', '0'])
  expect(await liveThrough(before)).toEqual(everything)
  await now.start()
  await vi.waitUntil(() => http.isUsing(now.ports.http), waitLong)
  expect(await before.end()).toEqual(['0', '0', '0'])
  expect(await liveThrough(now)).toEqual(everything)

  for (const part of [asking, reporting, http, mqttBalancer]) await part.stop()
  await now.end()
  expect(requestTally.failed).toEqual([])
  expect(requestTally.count).toBeGreaterThan(50)
  expect(reportLog.acknowledged).toHaveLength(reportLog.sent)
  expect(await valuesOf(gateway.id)).toEqual(reportLog.acknowledged)
}, 600_000)

const waitLong = { timeout: 200_000, interval: 100 }

/** Unpacks the code of the previous release. Returns the reason if that is not possible, otherwise an empty text. */
async function unpackLastRelease(): Promise<string> {
  const archive = spawnSync('git', ['archive', lastRelease], { cwd: root, maxBuffer: 1 << 28 })
  if (archive.status !== 0)
    return `The previous release, ${lastRelease}, is not in this folder: it is a shallow clone, or has no history.`
  await mkdir(oldRoot)
  const unpacked = spawnSync('tar', ['-x', '-C', oldRoot], { input: archive.stdout })
  if (unpacked.status !== 0) return 'tar, which unpacks the previous release, is not installed here.'
  // Links the packages of this release. Their versions are the same in the previous release, unless package.json was
  // changed.
  await symlink(join(root, 'node_modules'), join(oldRoot, 'node_modules'))
  return ''
}

async function tokenOf({ subject }: Household): Promise<string> {
  return idp.accessToken({ claims: { sub: subject, exp: Math.floor(Date.now() / 1000) + 600 } })
}

function requestOf(turn: number, { gatewayId, token }: { gatewayId: string; token: string }): LoadRequest {
  if (turn % 2 === 0) return { path: '/api/2/connections', token }
  return { method: 'PATCH', path: `/api/2/connections/${gatewayId}`, token, body: { name: `Boiler ${turn}` } }
}

const address = { street: ['Ringstraße 1'], postalCode: '73249', city: 'Wernau', country: 'DE' }

const everything = { claimed: 201, addressed: 200, city: 'Wernau', status: 'WORKING', exported: 201, file: 'READY' }

/**
 * Uses a new appliance on one machine like its owner: claims it, sets its address, reads a report, and exports its
 * data. Returns the results.
 */
async function liveThrough({ ports }: TestMachine): Promise<typeof everything> {
  const household = await insertHousehold(database.pool, idp.issuer, { claimed: false })
  const { id, serial } = household.gateway
  const token = await tokenOf(household)
  const requester = openKeepAliveClient(ports.http)
  const claim = { type: 'rrc1', credentials: { serial, ...householdSticker }, brands: ['cedar'] }
  const httpAnswer = await requester.ask({ method: 'POST', path: '/api/2/connections', token, body: claim })
  const own = `/api/2/connections/${id}`
  const addressed = await requester.ask({ method: 'PUT', path: `${own}/address`, token, body: address })
  await report(ports.mqtt, serial)
  const shown = JSON.parse((await requester.ask({ path: own, token })).body) as Shown
  const exports = `/api/2/eu-data-act/${id}/requests`
  const body = { sources: ['HEATLYTICS', 'HCC', 'RST'] }
  const exported = await requester.ask({ method: 'POST', path: exports, token, body })
  await vi.waitUntil(async () => !(await requester.ask({ path: exports, token })).body.includes('NOT_READY'), waitLong)
  const { items } = JSON.parse((await requester.ask({ path: exports, token })).body) as Exports
  await requester.stop()
  return {
    claimed: httpAnswer.status,
    addressed: addressed.status,
    city: shown.service.address?.city ?? '',
    status: shown.gatewayStatus,
    exported: exported.status,
    file: items[0]?.state ?? '',
  }
}

type Shown = { gatewayStatus: string; service: { address: { city: string } | null } }
type Exports = { items: { state: string }[] }

async function report(port: number, serial: string): Promise<void> {
  const options = { username: serial, password: householdDeviceKey, reconnectPeriod: 0 }
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options, false)
  const payload = JSON.stringify({ ts: new Date().toISOString(), values: { gatewayStatus: 'WORKING' } })
  await client.publishAsync(`gateways/${serial}/status`, payload, { qos: 1 })
  await client.endAsync()
}

async function countMigrations(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int from migration')
  return rows[0]?.count ?? 0
}

async function countMigrationFiles(release: string): Promise<number> {
  return (await readdir(join(release, 'server/database/migrations'))).length
}

async function valuesOf(gatewayId: string): Promise<number[]> {
  const { rows } = await database.pool.query<{ value: number }>(
    `select (payload ->> 'roomTemperature')::int as value from telemetry where gateway_id = $1 order by ts`,
    [gatewayId],
  )
  return rows.map(({ value }) => value)
}

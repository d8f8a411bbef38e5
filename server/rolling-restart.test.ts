import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { systemClock } from './clock.ts'
import { createTestDatabase } from '#test/database.ts'
import { startScriptedProvider } from '#test/identity/scripted-provider.ts'
import { startBalancer } from '#test/processes/balancer.ts'
import type { RequestTally, PageObservations, ReportLog, LoadRequest } from '#test/processes/simulated-load.ts'
import {
  startRequestLoad,
  startPageLoad,
  startReportLoad,
  openKeepAliveClient,
} from '#test/processes/simulated-load.ts'
import { insertHousehold, householdDeviceKey } from '#test/processes/household.ts'
import { createTestMachine, isPortalReady } from '#test/processes/test-machine.ts'
import { createPortalSettings } from '#test/processes/portal-settings.ts'

// Each role may have any number of processes, and each process may be restarted at any time.

const database = await createTestDatabase({ max: 3 })
const folder = await mkdtemp(join(tmpdir(), 'rolling-'))
await writeFile(join(folder, 'index.html'), '<!doctype html>')
const idp = await startScriptedProvider({ clock: systemClock })

afterAll(async () => {
  await idp.close()
  await rm(folder, { recursive: true })
  await database.close()
})

// The roles to which people and gateways are connected. Tests in server/exports restart the role `jobs`.
const processes = ['api,push', 'ingest']
const settings = createPortalSettings({ database, idp, folder })

test('two processes of each role are restarted one after the other, and clients notice nothing', async () => {
  const machines = [await createTestMachine({ processes, settings }), await createTestMachine({ processes, settings })]
  for (const machine of machines) await machine.start()
  const http = await startBalancer({ targets: machines.map(({ ports }) => ports.http), isReady: isPortalReady })
  const mqtt = await startBalancer({ targets: machines.map(({ ports }) => ports.mqtt) })
  const requestTally: RequestTally = { count: 0, failed: [] }
  const people = await Promise.all(Array.from({ length: 4 }, async (_, index) => addPerson(index)))
  const requester = openKeepAliveClient(http.port)
  for (const { subscribing } of people) expect(await requester.ask(subscribing)).toMatchObject({ status: 201 })
  const loads = people.flatMap((person) => [
    startRequestLoad(http.port, person.next, requestTally),
    startReportLoad(
      { ...person, gatewayKey: householdDeviceKey, port: mqtt.port, from: Date.now() - dayMs },
      person.reported,
    ),
  ])
  const pages = people.map(({ token, followed }) => startPageLoad(http.port, token, followed))

  for (const machine of machines) {
    expect(await machine.end()).toEqual(['0', '0'])
    await machine.start()
    await vi.waitUntil(() => http.isUsing(machine.ports.http), waitLong)
  }
  await Promise.all(loads.map((load) => load.stop()))
  for (const { gateway, reported, followed } of people) {
    await vi.waitFor(() => expect(followed.values.get(gateway.id)).toBe(reported.sent), waitLong)
  }
  for (const load of [...pages, requester, http, mqtt]) await load.stop()
  await Promise.all(machines.map((machine) => machine.end()))

  expect(requestTally.failed).toEqual([])
  expect(requestTally.count).toBeGreaterThan(100)
  for (const { gateway, reported, followed, protocolVersion } of people) {
    expect(reported.acknowledged).toHaveLength(reported.sent)
    expect(await valuesOf(gateway.id)).toEqual(reported.acknowledged)
    expect(followed.refused).toEqual([])
    expect(new Set(followed.closes)).toEqual(new Set([1001]))
    expect(new Set(reported.reasons)).toEqual(new Set(protocolVersion === 5 ? [0x8b] : []))
  }
}, 600_000)

const waitLong = { timeout: 200_000, interval: 100 }

/**
 * Changes the start of the ownership to two days ago. The reports in this test are of yesterday, and a page gets no
 * data from before its person added the gateway. Specification 14.3.
 */
async function ownedBeforeTheReports(gatewayId: string) {
  const before = `now() - interval '2 days'`
  await database.pool.query(
    `update connection set added_at = ${before}, owner_since = ${before} where gateway_id = $1`,
    [gatewayId],
  )
}

async function addPerson(index: number) {
  const { gateway, subject } = await insertHousehold(database.pool, idp.issuer)
  await ownedBeforeTheReports(gateway.id)
  const token = await idp.accessToken({ claims: { sub: subject, exp: Math.floor(Date.now() / 1000) + 600 } })
  const path = `/api/2/connections/${gateway.id}`
  const subscriptions = [{ resourceId: gateway.id, resourceType: 'gateway', aggregatedUnits: ['hc1'] }]
  const reportLog: ReportLog = { sent: 0, acknowledged: [], reasons: [] }
  const pageObservations: PageObservations = { values: new Map(), closes: [], refused: [] }
  const protocolVersion: 4 | 5 = index % 2 === 0 ? 4 : 5
  return {
    gateway,
    token,
    reported: reportLog,
    followed: pageObservations,
    protocolVersion,
    subscribing: { method: 'POST', path: '/api/2/subscriptions', token, body: { subscriptions } },
    next: (turn: number): LoadRequest =>
      turn % 2 === 0
        ? { path: '/api/2/connections', token }
        : { method: 'PATCH', path, token, body: { name: `Boiler ${turn}` } },
  }
}

async function valuesOf(gatewayId: string): Promise<number[]> {
  const { rows } = await database.pool.query<{ value: number }>(
    `select (payload ->> 'roomTemperature')::int as value from telemetry where gateway_id = $1 order by ts`,
    [gatewayId],
  )
  return rows.map(({ value }) => value)
}

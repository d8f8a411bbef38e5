import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { parseNatsUrl } from '#server/live/bus/nats/nats-address.ts'
import type { DatabasePollTimes } from '#server/live/bus/nats/database-polling.ts'
import { createNatsMetrics } from '#server/live/bus/nats/metrics.ts'
import { createNatsBus } from '#server/live/bus/nats/nats-bus.ts'
import { readNatsConnectionOptions, createNatsErrorDescriber } from '#server/live/bus/nats/connection-options.ts'
import { createTestNatsOperator } from '#test/live/nats-credentials.ts'
import { openPausableProxy } from '#test/live/pausable-proxy.ts'
import { natsServerPath, startTestNats } from '#test/live/test-nats.ts'
import { createTestDatabase } from '#test/database.ts'
import { silentLog } from '#server/log.ts'
import { findFreePort } from '#test/processes/find-free-port.ts'
import {
  insertGatewayWithPeople,
  openTestPage,
  registerMessageOf,
  storeStatusReport,
  startPushProcess,
  pageTokenFor,
  subscriptionRequestFor,
} from '#test/live/push-process.ts'

// If NATS fails or loses messages, a live page must still show the state of the database, and never an older value
// after a newer one.

const database = await createTestDatabase({ max: 10 })
const { pool } = database
const patient = { answerMs: 1_000, defaultMs: 500, withoutNatsMs: 300, failedMs: 100, lostAfterMs: 60_000 }
/** Poll times that are so short that a poll of the database finds a change before a slow NATS delivers it. */
const impatient = { answerMs: 50, defaultMs: 50, withoutNatsMs: 50, failedMs: 50, lostAfterMs: 60_000 }
const soon = { timeout: 30_000 }
type BusOptions = { credentials?: string | undefined; times?: DatabasePollTimes }

const folder = await mkdtemp(join(tmpdir(), 'nats-trouble-'))

afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})

describe.skipIf(natsServerPath === undefined)('pages whose NATS is in trouble', { timeout: 120_000 }, () => {
  const open: { close(): Promise<void> }[] = []

  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close()
  })

  function closedLater<Opened extends { close(): Promise<void> }>(opened: Opened): Opened {
    open.push(opened)
    return opened
  }

  async function openBus(host: string, { credentials, times = patient }: BusOptions = {}) {
    const credentialsFile = credentials === undefined ? null : join(folder, randomUUID())
    if (credentialsFile !== null) await writeFile(credentialsFile, credentials ?? '')
    const address = parseNatsUrl(`nats://${host}`)
    if (!address) throw new Error('no address')
    const settings = { address, caFile: null, credentialsFile, prefix: 'portal' }
    const servers = { ...(await readNatsConnectionOptions(settings)), ignoreClusterUpdates: true }
    const registry = new Registry()
    const metrics = createNatsMetrics(registry)
    const natsBus = createNatsBus({ servers, prefix: 'portal', pool, times, log: silentLog, metrics })
    const bus = await natsBus.catch((error: Error) =>
      Promise.reject(new Error(createNatsErrorDescriber(settings)(error) ?? 'other')),
    )
    const brought = async (): Promise<number> => {
      const text = await registry.getSingleMetricAsString('gateway_portal_bus_messages_total')
      return Number(/direction="in"\} (\d+)/u.exec(text)?.[1] ?? 0)
    }
    const isConnected = async () => (await metrics.connected.get()).values[0]?.value === 1
    return { bus, brought, isConnected, close: async () => bus.close() }
  }

  /**
   * Opens a page at a process that uses the bus `here`. Adds a gateway whose reports are published through the bus
   * `there`.
   */
  async function openLive(here: Awaited<ReturnType<typeof openBus>>, there: Awaited<ReturnType<typeof openBus>>) {
    const push = await startPushProcess(database, { bus: here.bus })
    const person = randomUUID()
    const token = pageTokenFor(person)
    const gateway = await insertGatewayWithPeople(database, [person])
    expect((await push.request('POST', token, subscriptionRequestFor([gateway]))).status).toBe(201)
    const page = await openTestPage(push)
    page.send(registerMessageOf(token))
    await vi.waitFor(() => expect(page.statuses()).not.toEqual([]), soon)
    const numbers = () =>
      page.messages().flatMap(({ body }) => {
        const { resourceType, seq } = body as { resourceType: string; seq: number }
        return resourceType === 'gateway' ? [seq] : []
      })
    const report = async (status: string) => storeStatusReport({ pool, bus: there.bus }, gateway, status)
    const shows = async (seq: number) => vi.waitFor(() => expect(numbers().at(-1)).toBe(seq), soon)
    /** Reports a status. Rejects unless the page shows the status and NATS has also delivered the change. */
    const crosses = async (): Promise<void> => {
      const before = await here.brought()
      await shows(await report('WORKING'))
      await vi.waitFor(async () => expect(await here.brought()).toBeGreaterThan(before))
    }
    return { numbers, report, shows, crosses }
  }

  test('a late NATS delivers nothing older than the shown value', async () => {
    const nats = closedLater(await startTestNats())
    const line = closedLater(await openPausableProxy(nats.host, { lateMs: 300 }))
    const here = closedLater(await openBus(line.host, { times: impatient }))
    const there = closedLater(await openBus(nats.host))
    const { numbers, report, shows, crosses } = await openLive(here, there)
    await vi.waitFor(async () => expect(await here.isConnected()).toBe(true), soon)
    await vi.waitFor(crosses, soon)
    const brought = await here.brought()
    for (const status of ['ERROR', 'WORKING', 'WARNING', 'ONLINE']) await shows(await report(status))
    await vi.waitFor(async () => expect(await here.brought()).toBeGreaterThanOrEqual(brought + 4), soon)
    await shows(await report('ERROR'))
    expect(numbers()).toEqual(numbers().toSorted((one, other) => one - other))
  })

  test('nodes with a cut route, which no process notices, withhold nothing new from a page', async () => {
    const [routeOfOne, routeOfOther] = [await findFreePort(), await findFreePort()]
    const route = closedLater(await openPausableProxy(`127.0.0.1:${routeOfOne}`))
    const cluster = (port: number) => `cluster { name: test, host: 127.0.0.1, port: ${port}, no_advertise: true`
    const one = closedLater(await startTestNats(`${cluster(routeOfOne)} }`))
    const other = closedLater(await startTestNats(`${cluster(routeOfOther)}, routes: [nats://${route.host}] }`))
    const [here, there] = [closedLater(await openBus(one.host)), closedLater(await openBus(other.host))]
    const { numbers, report, shows, crosses } = await openLive(here, there)
    await vi.waitFor(crosses, soon)

    route.holdData()
    const before = await here.brought()
    await shows(await report('ERROR'))
    expect([await here.brought(), await here.isConnected(), await there.isConnected()]).toEqual([before, true, true])
    route.releaseData()
    await vi.waitFor(crosses, soon)
    expect(numbers()).toEqual(numbers().toSorted((first, second) => first - second))
  })

  test('credentials of a file let processes receive each other’s messages', async () => {
    const operator = createTestNatsOperator()
    const nats = closedLater(await startTestNats(operator.settings))
    const [here, there] = [
      closedLater(await openBus(nats.host, { credentials: operator.credentials() })),
      closedLater(await openBus(nats.host, { credentials: operator.credentials() })),
    ]
    const { crosses } = await openLive(here, there)
    await expect(vi.waitFor(crosses, soon)).resolves.toBeUndefined()
  })

  test.for<[string, string | undefined]>([
    ['of another operator', createTestNatsOperator().credentials()],
    ['of nobody', undefined],
  ])('credentials %s are refused with a sentence', async ([, credentials]) => {
    const nats = closedLater(await startTestNats(createTestNatsOperator().settings))
    await expect(openBus(nats.host, { credentials })).rejects.toThrow(
      `BUS_URL: ${nats.host} refuses this user or these credentials.`,
    )
  })

  test('credentials without a right to the subjects withhold nothing new from a page', async () => {
    const operator = createTestNatsOperator()
    const nats = closedLater(await startTestNats(operator.settings))
    const rights = { pub: { deny: ['portal.>'] }, sub: { deny: ['portal.>'] } }
    const [here, there] = [
      closedLater(await openBus(nats.host, { credentials: operator.credentials(rights) })),
      closedLater(await openBus(nats.host, { credentials: operator.credentials() })),
    ]
    const { report, shows } = await openLive(here, there)
    await shows(await report('ERROR'))
    expect(await here.brought()).toBe(0)
  })

  test('a NATS that returns and rejects our credentials withholds nothing new from a page', async () => {
    const operator = createTestNatsOperator()
    const nats = closedLater(await startTestNats(operator.settings))
    const here = closedLater(await openBus(nats.host, { credentials: operator.credentials() }))
    const there = closedLater(await openBus(nats.host, { credentials: operator.credentials() }))
    const { report, shows } = await openLive(here, there)
    const port = Number(nats.host.split(':')[1])
    await nats.kill()
    const stranger = await startTestNats(createTestNatsOperator().settings, port)
    await vi.waitFor(async () => expect(await here.isConnected()).toBe(false), soon)
    await shows(await report('ERROR'))
    await stranger.close()
    await nats.start()
    await vi.waitFor(
      async () => expect([await here.isConnected(), await there.isConnected()]).toEqual([true, true]),
      soon,
    )
    await shows(await report('WORKING'))
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { createTestCertificate } from '#test/live/test-certificate.ts'
import { silentLog } from '#server/log.ts'
import { insertGatewayWithPeople, storeStatusReport } from '#test/live/push-process.ts'
import type { Bus } from '../bus.ts'
import { parseNatsUrl } from './nats-address.ts'
import { createNatsMetrics } from './metrics.ts'
import { createNatsBus } from './nats-bus.ts'
import { readNatsConnectionOptions } from './connection-options.ts'
import { findFreePort } from '#test/processes/find-free-port.ts'
import { type TestNats, natsServerPath, startTestNats } from '#test/live/test-nats.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database
/** The poll times of production, because the test must find delays that people would notice. */
const times = { answerMs: 1_000, defaultMs: 5_000, withoutNatsMs: 2_000, failedMs: 1_000, lostAfterMs: 10_000 }
const soon = { timeout: 25_000 }
const folder = await mkdtemp(join(tmpdir(), 'nats-cluster-'))
const { cert, key } = createTestCertificate()
const [certFile, keyFile] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)])

afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})

describe.skipIf(natsServerPath === undefined)('a cluster of three with TLS and passwords', () => {
  const nodes: TestNats[] = []
  const buses: Bus[] = []

  beforeAll(async () => {
    const routePorts = [await findFreePort(), await findFreePort(), await findFreePort()]
    const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`).join(', ')
    for (const port of routePorts) {
      const settings = `authorization: { users: [{ user: portal, password: secret }] }
tls: { cert_file: '${certFile}', key_file: '${keyFile}' }
cluster: { name: test, host: 127.0.0.1, port: ${port}, routes: [${routes}] }`
      nodes.push(await startTestNats(settings))
    }
  })

  afterAll(async () => {
    for (const bus of buses) await bus.close()
    for (const node of nodes) await node.close()
  })

  /** Starts a bus that connects to the nodes in the order of these indexes. */
  async function startBus(order: readonly number[]) {
    const hosts = order.map((index) => nodes[index]?.host.replace('127.0.0.1', 'localhost')).join(',')
    const address = parseNatsUrl(`tls://portal:secret@${hosts}`)
    if (!address) throw new Error('no address')
    const settings = { address, caFile: certFile, credentialsFile: null, prefix: 'portal' }
    const servers = { ...(await readNatsConnectionOptions(settings)), noRandomize: true }
    const registry = new Registry()
    const metrics = createNatsMetrics(registry)
    const brought = async () =>
      Number(
        /direction="in"\} (\d+)/u.exec(
          await registry.getSingleMetricAsString('gateway_portal_bus_messages_total'),
        )?.[1],
      )
    const bus = await createNatsBus({ servers, prefix: 'portal', pool, times, log: silentLog, metrics })
    buses.push(bus)
    return { bus, metrics, brought }
  }

  test('a page receives the last value of all its gateways, even if nodes are lost meanwhile', async () => {
    const [{ bus: writer }, listener] = [await startBus([0, 1, 2]), await startBus([2, 1, 0])]
    const latest = new Map<string, number>()
    let losses = 0
    const subscription = await listener.bus.subscribe({
      onMessages: (messages) => {
        for (const message of messages)
          if (message.kind === 'gateway')
            latest.set(message.gatewayId, Math.max(message.seq, latest.get(message.gatewayId) ?? 0))
      },
      onLost: () => void losses++,
      onResync: () => {},
    })
    const gateways: string[] = []
    for (let count = 0; count < 10; count++) gateways.push(await insertGatewayWithPeople(database, []))
    subscription.watch(gateways)
    await subscription.settled()
    const report = async () => {
      const seqs = new Map<string, number>()
      for (const id of gateways) seqs.set(id, await storeStatusReport({ pool, bus: writer }, id, 'WORKING'))
      return seqs
    }
    const isReceived = async (seqs: ReadonlyMap<string, number>) =>
      vi.waitFor(() => expect(new Map(gateways.map((id) => [id, latest.get(id)]))).toEqual(seqs), soon)

    await isReceived(await report())
    const [, lost] = await Promise.all([nodes[2]?.kill(), report()])
    await isReceived(lost)
    await vi.waitFor(async () => expect(await valueOf(listener.metrics.reconnects)).toBe(1), soon)
    const brought = await listener.brought()
    await isReceived(await report())
    expect(await listener.brought()).toBeGreaterThan(brought)

    await Promise.all([nodes[0]?.kill(), nodes[1]?.kill()])
    await isReceived(await report())
    for (const node of nodes) await node.start()
    await vi.waitFor(async () => expect(await valueOf(listener.metrics.connected)).toBe(1), soon)
    await isReceived(await report())
    expect(losses).toBe(0)
  }, 120_000)
})

async function valueOf(metric: { get(): Promise<{ values: { value: number }[] }> }): Promise<number | undefined> {
  return (await metric.get()).values[0]?.value
}

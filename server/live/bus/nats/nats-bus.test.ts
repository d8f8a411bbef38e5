import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect } from '@nats-io/transport-node'
import { openDatabase } from '#server/database/database.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { silentLog } from '#server/log.ts'
import { accessMessageOf, defineBusContractTests } from '#test/live/bus-contract.ts'
import { createNatsMetrics } from './metrics.ts'
import { createNatsBus } from './nats-bus.ts'
import { type TestNats, natsServerPath, startTestNats } from '#test/live/test-nats.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database
const often = { answerMs: 1_000, defaultMs: 500, withoutNatsMs: 200, failedMs: 100, lostAfterMs: 5_000 }

afterAll(database.close)

describe.skipIf(natsServerPath === undefined)('over NATS', () => {
  let nats: TestNats

  beforeAll(async () => {
    nats = await startTestNats()
  })

  afterAll(async () => nats.close())

  const { startReader } = defineBusContractTests(database, {
    open: async ({ log, url }) => {
      const elsewhere = url === undefined ? undefined : openDatabase(url)
      return openBus({ log, ...(elsewhere && { pool: elsewhere.pool }) })
    },
    breakConnections: async () => {
      await nats.kill()
      await nats.start()
    },
    rejectConnections: async () => nats.kill(),
    acceptConnections: async () => nats.start(),
    sendForeign: async (text) => {
      const stranger = await connect({ servers: nats.host })
      stranger.publish('portal.everybody', text)
      await stranger.flush()
      await stranger.close()
    },
  })

  test('a process receives only watched subjects, until it stops watching', async () => {
    const reader = await startReader()
    const [watched, other, later] = [randomUUID(), randomUUID(), randomUUID()]
    reader.subscription.watch([watched])
    await reader.subscription.settled()
    const publish = async (...ids: string[]) => reader.bus.publish(pool, ids.map(accessMessageOf))
    await publish(other, watched)
    await vi.waitFor(() => expect(reader.received).toEqual([accessMessageOf(watched)]))
    reader.subscription.unwatch([watched])
    // Watches only `later`. From now on a poll may also find stored messages about `later`.
    reader.subscription.watch([later])
    await reader.subscription.settled()
    await publish(watched, later)
    await vi.waitFor(() => expect(reader.received).toEqual([accessMessageOf(watched), accessMessageOf(later)]))
  })

  test('a new request for an export reaches its owner and the process that makes the file, each once', async () => {
    const [owner, maker] = [await startReader(), await startReader()]
    const personId = randomUUID()
    owner.subscription.watchPeople([personId])
    await owner.subscription.settled()
    const request = { kind: 'export', gatewayId: randomUUID(), personId, requestId: randomUUID() } as const
    const asked = { ...request, state: 'NOT_READY', progress: 0 } as const
    const ready = { ...request, state: 'READY', progress: 100 } as const
    const ended: BusMessage = { kind: 'session-ended', personId, tokenDigests: [] }
    await inTransaction(pool, async (transaction) => owner.bus.publish(transaction, [asked, ready]))
    await owner.bus.publish(pool, [ended])
    for (const reader of [owner, maker]) await vi.waitFor(() => expect(reader.received).toContainEqual(ended))
    expect(owner.received.filter(({ kind }) => kind === 'export')).toEqual([asked, ready])
    expect(maker.received.filter(({ kind }) => kind === 'export')).toEqual([asked])
  })

  async function openBus({ prefix = 'portal', times = often, log = silentLog, ...changed } = {}) {
    const metrics = createNatsMetrics(new Registry())
    return createNatsBus({ servers: { servers: nats.host }, prefix, times, log, metrics, pool, ...changed })
  }
})

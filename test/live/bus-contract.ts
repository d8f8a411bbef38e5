import { afterEach, expect, test, vi } from 'vitest'
import { execute } from '#server/database/sql.ts'
import type { TestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Log, silentLog } from '#server/log.ts'
import type { Bus, BusMessage, BusSubscription } from '#server/live/bus/bus.ts'
import { notifyExpression } from '#server/live/bus/store.ts'

/** An implementation of the bus for `defineBusContractTests`, with functions that cause failures. */
export type BusUnderTest = {
  /** Opens another bus, like another process of the portal. By default, `url` is the URL of the test's database. */
  open(options: { log: Log; url?: string }): Promise<Bus>
  /** Breaks all connections on which a bus receives messages. */
  breakConnections(): Promise<void>
  /** Makes the server reject new connections, until `acceptConnections` is called. */
  rejectConnections(): Promise<void>
  acceptConnections(): Promise<void>
  /** Sends a text that is not a message of the portal to all subscribers. */
  sendForeign(text: string): Promise<void>
}

export type BusReader = {
  bus: Bus
  subscription: BusSubscription
  received: BusMessage[]
  resyncs: number
  losses: number
  complaints(): number
}

export const accessMessageOf = (gatewayId: string): BusMessage => ({ kind: 'access', gatewayId })

const soon = { timeout: 15_000 }
const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [a, b, never, after, meanwhile, late] = [
  uuidOf(1),
  uuidOf(2),
  uuidOf(3),
  uuidOf(4),
  uuidOf(5),
  uuidOf(6),
] as const
const many = Array.from({ length: 500 }, (_, index) => uuidOf(1_000 + index))

/**
 * Defines the tests that every implementation of the bus (`bus.ts`) must pass. Returns a function that opens a bus;
 * the bus is closed after the test.
 */
export function defineBusContractTests({ pool }: Pick<TestDatabase, 'pool'>, form: BusUnderTest) {
  const buses: Bus[] = []

  afterEach(async () => {
    for (const bus of buses.splice(0)) await bus.close()
  })

  async function startBus(log = silentLog): Promise<Bus> {
    const bus = await form.open({ log })
    buses.push(bus)
    return bus
  }

  async function startReader(): Promise<BusReader> {
    const warn = vi.fn()
    const bus = await startBus({ ...silentLog, warn })
    const reader = {
      bus,
      received: [] as BusMessage[],
      resyncs: 0,
      losses: 0,
      complaints: () => warn.mock.calls.length,
    }
    const subscription = await bus.subscribe({
      onMessages: (messages) => void reader.received.push(...messages),
      onLost: () => void reader.losses++,
      onResync: () => void reader.resyncs++,
    })
    subscription.watch([a, b, never, after, meanwhile, late, ...many])
    subscription.watchPeople([a])
    await subscription.settled()
    return Object.assign(reader, { subscription })
  }

  test('a message arrives after its transaction has committed, in every subscribed process', async () => {
    const [writer, reader, other] = [await startBus(), await startReader(), await startReader()]
    await inTransaction(pool, (transaction) => writer.publish(transaction, [accessMessageOf(a), accessMessageOf(b)]))
    await vi.waitFor(() => expect(reader.received).toEqual([accessMessageOf(a), accessMessageOf(b)]))
    await vi.waitFor(() => expect(other.received).toEqual([accessMessageOf(a), accessMessageOf(b)]))
  })

  test('changes of a statement are published after it has succeeded; without changes nothing is published', async () => {
    const [writer, reader] = [await startBus(), await startReader()]
    const change = { kind: 'gateway' as const, gatewayId: a, unit: 'hc1' as const, ts: '2026-03-15T12:00:00.000000Z' }
    const changes = [1, 2].map((seq) => ({ ...change, seq, payload: { text: 'two\nlines' } }))
    for (const messages of [[], changes]) {
      const { chunks, onCommitted } = writer.prepareNotifications(messages)
      await execute(pool)`select ${notifyExpression(chunks)} as notifications`
      onCommitted()
    }
    await vi.waitFor(() => expect(reader.received).toEqual(changes))
  })

  test('a message of each kind reaches its subscribers', async () => {
    const [writer, reader] = [await startBus(), await startReader()]
    const messages: BusMessage[] = [
      { kind: 'gateway', gatewayId: a, unit: 'hc1', seq: 1, ts: '2026-01-01T00:00:00.000000Z', payload: { b: 1 } },
      { kind: 'access', gatewayId: a },
      { kind: 'service', gatewayId: a },
      { kind: 'service', gatewayId: a, personId: a },
      { kind: 'subscriptions', personId: a },
      { kind: 'session-ended', personId: b, tokenDigests: ['t'] },
      { kind: 'export', gatewayId: b, personId: a, requestId: 'r', state: 'READY', progress: 100 },
      { kind: 'notices', personId: a },
    ]
    await inTransaction(pool, (transaction) => writer.publish(transaction, messages))
    await vi.waitFor(() => expect(reader.received).toHaveLength(messages.length))
    expect(new Set(reader.received.map((one) => JSON.stringify(one)))).toEqual(
      new Set(messages.map((one) => JSON.stringify(one))),
    )
  })

  test('a message of a rolled back transaction never arrives', async () => {
    const [writer, reader] = [await startBus(), await startReader()]
    const failing = inTransaction(pool, async (transaction) => {
      await writer.publish(transaction, [accessMessageOf(never)])
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await writer.publish(pool, [accessMessageOf(after)])
    await vi.waitFor(() => expect(reader.received).toEqual([accessMessageOf(after)]))
  })

  test('one commit of 500 changes arrives completely, in order', async () => {
    const [writer, reader] = [await startBus(), await startReader()]
    await writer.publish(pool, many.map(accessMessageOf))
    await vi.waitFor(() => expect(reader.received).toEqual(many.map(accessMessageOf)))
  })

  test('a change that is too large arrives without its payload', async () => {
    const [writer, reader] = [await startBus(), await startReader()]
    const change = { kind: 'gateway', gatewayId: a, unit: 'hc1', seq: 1, ts: '2026-01-01T00:00:00.000000Z' } as const
    await writer.publish(pool, [{ ...change, payload: { curve: 'x'.repeat(100_000) } }])
    await vi.waitFor(() => expect(reader.received).toEqual([{ ...change, payload: null }]))
  })

  test('a reader that was cut off receives later messages, and is asked to read missed ones', async () => {
    const [writer, reader] = [await startBus(), await startReader()]
    await form.breakConnections()
    await writer.publish(pool, [accessMessageOf(meanwhile)])
    const hasCaughtUp = () =>
      reader.resyncs > 0 || reader.received.some((one) => 'gatewayId' in one && one.gatewayId === meanwhile)
    await vi.waitFor(() => expect(hasCaughtUp()).toBe(true), soon)
    await writer.publish(pool, [accessMessageOf(after)])
    await vi.waitFor(() => expect(reader.received.at(-1)).toEqual(accessMessageOf(after)), soon)
  })

  test('a reader keeps trying while connections are refused', async () => {
    const [writer, reader] = [await startBus(), await startReader()]
    await form.rejectConnections()
    await vi.waitFor(() => expect(reader.complaints()).toBeGreaterThan(0), soon)
    await form.acceptConnections()
    await vi.waitFor(async () => {
      await writer.publish(pool, [accessMessageOf(after)])
      expect(reader.received).toContainEqual(accessMessageOf(after))
    }, soon)
  })

  test.each(['not json', '', '[{"kind":"other"}]'])('an invalid message is ignored: %s', async (text) => {
    const [writer, reader] = [await startBus(), await startReader()]
    await form.sendForeign(text)
    await writer.publish(pool, [accessMessageOf(after)])
    await vi.waitFor(() => expect(reader.received).toEqual([accessMessageOf(after)]))
  })

  test('a closed subscription receives nothing more', async () => {
    const [reader, other] = [await startReader(), await startReader()]
    reader.subscription.close()
    await reader.bus.publish(pool, [accessMessageOf(late)])
    await vi.waitFor(() => expect(other.received).toEqual([accessMessageOf(late)]))
    expect(reader.received).toEqual([])
  })

  test('subscribing to an unreachable database rejects', async () => {
    const bus = await form.open({ log: silentLog, url: 'postgres://nobody@127.0.0.1:1/none' })
    buses.push(bus)
    await expect(bus.subscribe({ onMessages: () => {}, onResync: () => {} })).rejects.toThrow('ECONNREFUSED')
  })

  return { startBus, startReader }
}

import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { hourMs } from '#contract/durations.ts'
import { eventBusPath } from '#contract/event-bus.ts'
import type { Bus, BusMessage } from '#server/live/bus/bus.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import type { TestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { createEndpointAdder } from '#server/http/endpoint-adder.ts'
import { answerWithoutIdempotency, createTestAudit } from '#test/test-api.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { EventBusServer, EventBusDependencies } from '#server/live/push/event-bus-server.ts'
import { attachEventBus } from '#server/live/push/event-bus-server.ts'
import type { PageTokenVerifier } from '#server/live/push/page-registrar.ts'
import { addEventBusRoutes, addSubscriptionRoutes } from '#server/live/push/routes.ts'

export const testPortalOrigin = 'https://portal.test'

/** The event bus and its HTTP routes, with real WebSockets, a real database and a manual clock. */
export type PushProcess = {
  /** The URL of the server, as `http://127.0.0.1:port`. `eventBusUrl` also has the path of the event bus. */
  origin: string
  eventBusUrl: string
  clock: { time: number; now(): number }
  eventBus: EventBusServer
  bus: Bus
  /** The bus messages that have arrived. The event bus has already handled them. */
  received: BusMessage[]
  /** Returns the number of bytes that wait to be sent to the slowest page. */
  backlog(): number
  /** Advances the clock, then runs the periodic checks of the event bus (`sweep`). */
  advanceClock(ms: number): void
  request(method: string, token: string, body?: unknown): Promise<Response>
}

/** Starts the event bus for the current test, and stops it when the test ends. */
export async function startPushProcess(
  { pool, url }: TestDatabase,
  changed: Partial<EventBusDependencies> = {},
): Promise<PushProcess> {
  const clock = {
    time: Date.now(),
    now() {
      return this.time
    },
  }
  const log = pino({ level: 'silent' })
  const bus = changed.bus ?? createPostgresBus({ url, log })
  const database = { pool, close: async () => {} }
  const personIdOf = async ({ subject }: { subject: string }): Promise<string> => personId(pool, subject)
  const app = await createApplicationWithoutRoutes({ log, trustedProxies: [] })
  addEventBusRoutes(app)
  addSubscriptionRoutes(
    createEndpointAdder(app, {
      verifyToken,
      passTerms: async () => undefined,
      answerOnce: answerWithoutIdempotency,
      audit: createTestAudit(),
    }),
    {
      database,
      bus,
      clock,
      personIdOf,
    },
  )
  const connections = new Set<Socket>()
  app.server.on('connection', (connection) => connections.add(connection))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const allowedOrigins = new Set([testPortalOrigin])
  const dependencies = { database, bus, clock, log, verifyToken, personIdOf, allowedOrigins, ...changed }
  const eventBus = await attachEventBus(app.server, dependencies)
  const busMessages: BusMessage[] = []
  await bus.subscribe({ onMessages: (messages) => void busMessages.push(...messages), onResync: () => {} })
  onTestFinished(async () => {
    await eventBus.close()
    await app.close()
    await bus.close()
  })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    origin,
    eventBusUrl: `${origin}${eventBusPath}`,
    clock,
    eventBus,
    bus,
    received: busMessages,
    backlog: () => Math.max(...Array.from(connections, ({ writableLength }) => writableLength)),
    advanceClock: (ms) => {
      clock.time += ms
      eventBus.sweep()
    },
    request: (method, token, body) =>
      fetch(`${origin}/api/2/subscriptions`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}

/** Creates a token that `verifyToken` of this file accepts. */
export function pageTokenFor(subject: string, { expiresAt = Date.now() + hourMs, scopes = 'resource' } = {}): string {
  return [subject, expiresAt, scopes].join('~')
}

const verifyToken: PageTokenVerifier = async (token) => {
  const [subject, expiresAt, scopes] = token.split('~')
  if (subject === undefined || scopes === undefined) throw new Refusal('unauthenticated')
  return { issuer: 'https://issuer.test', subject, scopes: new Set([scopes]), expiresAt: Number(expiresAt) }
}

async function personId(pool: TestDatabase['pool'], subject: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into person (issuer, subject) values ('https://issuer.test', $1)
     on conflict (issuer, subject) do update set subject = excluded.subject returning id`,
    [subject],
  )
  return rows[0]?.id ?? ''
}

let serial = 100_000_000

/**
 * Inserts a gateway that these people have added; the first of them is its owner. With the status null, the gateway has
 * never reported. Returns the id of the gateway.
 */
export async function insertGatewayWithPeople(
  { pool }: TestDatabase,
  subjects: readonly string[],
  status: string | null = 'ONLINE',
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ($1, 'rrc1', 'BOILER', 'cedar', $2, $2) returning id`,
    [String(serial++), Buffer.alloc(32)],
  )
  const id = rows[0]?.id ?? ''
  for (const subject of subjects) {
    await pool.query(
      `insert into connection (person_id, gateway_id, added_at) values ($1, $2, now() - interval '1 day')`,
      [await personId(pool, subject), id],
    )
  }
  if (status !== null) await storeStatusReport({ pool }, id, status)
  return id
}

/**
 * Stores a status report as the listener does. If `bus` is set, also publishes the bus message, in the same
 * transaction. Returns the `seq` of the report.
 */
export async function storeStatusReport(
  { pool, bus }: { pool: TestDatabase['pool']; bus?: Bus },
  gatewayId: string,
  status: string,
): Promise<number> {
  return inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query({
      text: `insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
        values ($1, $2, $2, now(), now(), nextval('change_seq'))
        on conflict (gateway_id) do update set status = $2, reported = $2, seq = excluded.seq returning seq`,
      values: [gatewayId, status],
    })
    const seq = Number(rows[0]?.seq)
    await bus?.publish(transaction, [statusMessageOf(gatewayId, seq, status)])
    return seq
  })
}

export function statusMessageOf(gatewayId: string, seq: number, gatewayStatus: string): BusMessage {
  const ts = new Date().toISOString()
  return { kind: 'gateway', gatewayId, unit: 'status', seq, ts, payload: { gatewayStatus, since: ts } }
}

/**
 * Subscribes, and waits until the event bus has received the subscription. A page that opens afterwards gets exactly
 * one snapshot.
 */
export async function subscribeAndWait(
  { push, token }: { push: PushProcess; token: string },
  gatewayIds: readonly string[],
  aggregatedUnits?: readonly string[],
): Promise<void> {
  const before = push.received.length
  const response = await push.request('POST', token, subscriptionRequestFor(gatewayIds, aggregatedUnits))
  if (response.status !== 201) throw new Error(`The subscription was answered ${response.status}`)
  await vi.waitFor(() => expect(push.received.slice(before)).toContainEqual(expect.objectContaining(subscribed)))
}

const subscribed = { kind: 'subscriptions' }

export function subscriptionRequestFor(
  gatewayIds: readonly string[],
  aggregatedUnits: readonly string[] = ['status'],
): object {
  return { subscriptions: gatewayIds.map((resourceId) => ({ resourceId, resourceType: 'gateway', aggregatedUnits })) }
}

/** A minimal client of the event bus. It stores all frames that it receives. */
export type TestPage = {
  socket: WebSocket
  frames: string[]
  closed: Promise<{ code: number; reason: string }>
  /** Sends a message of the Vert.x bridge protocol in a SockJS frame. */
  send(message: object): void
  /** Returns the received messages of the Vert.x bridge protocol. */
  messages(): Record<string, unknown>[]
  /** Returns the received statuses as pairs of gateway id and status, in order. */
  statuses(): [string, string][]
}

export const sockJsPath = '/000/abcdefgh/websocket'

export async function openTestPage(push: PushProcess, { path = sockJsPath, headers = {} } = {}): Promise<TestPage> {
  const socket = new WebSocket(`${push.eventBusUrl.replace('http', 'ws')}${path}`, { headers })
  const frames: string[] = []
  socket.on('message', (data: Buffer) => void frames.push(data.toString()))
  socket.on('error', () => {})
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await once(socket, 'open')
  const messages = () => frames.flatMap(messagesOf)
  return {
    socket,
    frames,
    closed,
    messages,
    send: (message) => socket.send(JSON.stringify([JSON.stringify(message)])),
    statuses: () =>
      messages()
        .filter(({ type }) => type === 'rec')
        .map(statusOf),
  }
}

function messagesOf(frame: string): Record<string, unknown>[] {
  if (frame.startsWith('{')) return [JSON.parse(frame)]
  if (!frame.startsWith('a')) return []
  return (JSON.parse(frame.slice(1)) as string[]).map((message) => JSON.parse(message))
}

function statusOf({ body }: Record<string, unknown>): [string, string] {
  const { resourceId, payload } = body as { resourceId: string; payload: { gatewayStatus: string } }
  return [resourceId, payload.gatewayStatus]
}

export function registerMessageOf(token: string, headers: Readonly<Record<string, string>> = {}): object {
  return { type: 'register', address: 'subscriptions', headers: { Authorization: `Bearer ${token}`, ...headers } }
}

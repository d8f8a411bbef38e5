import type { Log } from '#server/log.ts'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import type { Pool } from 'pg'
import { dayMs, minuteMs } from '#contract/durations.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { openSeparateConnection } from '#server/database/database.ts'
import { ensureDailyTelemetryPartitions } from '#server/database/store.ts'
import { createTrustedProxyCheck } from '#server/http/client-address.ts'
import type { SpreadOptions } from '#server/spread-calls.ts'
import { createEntryBatcher, type EntryBatcher } from './entry-batcher.ts'
import { createMqttBroker, type MqttBroker } from './mqtt-broker.ts'
import { createFrequentEventLogger } from './frequent-event-logger.ts'
import type { IngestMetrics } from './metrics.ts'
import { type ClientAddresses, createClientAddresses } from './proxy-protocol/client-addresses.ts'
import { readProxyHeader } from './proxy-protocol/read-proxy-header.ts'
import { type QuotaLimits, defaultQuotaLimits } from './gateway-quotas.ts'
import { createGatewaySignInCheck, type GatewaySignInCheck } from './gateway-sign-in.ts'
import { createEntryStore } from './entry-store.ts'
import { createUnauthenticatedSocketLimiter } from './unauthenticated-socket-limiter.ts'

export type UnauthenticatedClientLimits = {
  /** The time limit from the opening of a socket to the end of its sign-in. */
  signInTimeoutMs: number
  /** The maximum number of open sockets whose client has not signed in. */
  maxUnsigned: number
  /** The number of rejected sign-ins a minute that are answered without delay, for one address or one serial number. */
  rejectionsAtOnce: number
}

export type IngestListenerDependencies = Omit<ListenerWithBatcherDependencies, 'signIn' | 'writer'> & {
  registryKey: Buffer
  pool: Pool
  bus: Pick<Bus, 'prepareNotifications'>
  /** Called after a commit that contains changes for third parties. */
  onPartnerChanges?: () => unknown
}

export type ListenerWithBatcherDependencies = {
  mqtt: Config['mqtt']
  signIn: GatewaySignInCheck
  writer: EntryBatcher
  clock: Clock
  log: Log
  metrics: IngestMetrics
  unauthenticated?: Partial<UnauthenticatedClientLimits>
  quota?: QuotaLimits
}

export type IngestListener = {
  port: number
  /**
   * Stops accepting connections, disconnects the gateways spread over `overMs`, waits for pending writes, and then
   * closes all remaining connections.
   */
  close(spread?: SpreadOptions): Promise<void>
}

const defaultUnauthenticatedLimits: UnauthenticatedClientLimits = {
  signInTimeoutMs: 5_000,
  maxUnsigned: 1_000,
  rejectionsAtOnce: 5,
}

/**
 * The share of the sign-in timeout by which a rejection may be delayed. It is less than 1, because the answer must
 * reach the gateway before the timeout.
 */
const rejectionsShare = 0.8

/**
 * The idle time after which TCP probes a connection. The probe detects a gateway that has disappeared, even if it
 * uses no MQTT keep-alive.
 */
const probeAfterMs = minuteMs

/**
 * Starts the MQTT listener for gateways. Listeners share no state, so any number can run behind a TCP balancer.
 * Rejects if the database is down, the port is in use, or a certificate file cannot be read. Specification 14.5.
 */
export async function startIngestListener({
  registryKey,
  pool,
  bus,
  ...dependencies
}: IngestListenerDependencies): Promise<IngestListener> {
  const now = dependencies.clock.now()
  await ensureDailyTelemetryPartitions(pool, now - dayMs, now + dayMs)
  // Stores reports over a separate connection, so that reports do not wait for sign-ins.
  const own = openSeparateConnection(pool)
  const writer = createEntryBatcher({
    ...dependencies,
    store: createEntryStore({ ...dependencies, db: own.pool, bus }),
  })
  const listener = await startListenerWithBatcher({
    ...dependencies,
    signIn: createGatewaySignInCheck(pool, registryKey),
    writer,
  })
  const close = async (spread?: SpreadOptions): Promise<void> => {
    await listener.close(spread)
    await own.close()
  }
  return { port: listener.port, close }
}

/** Starts the listener with a given sign-in function and writer. `startIngestListener` uses it; tests pass stubs. */
export async function startListenerWithBatcher({
  mqtt,
  unauthenticated,
  quota = defaultQuotaLimits,
  ...dependencies
}: ListenerWithBatcherDependencies): Promise<IngestListener> {
  const { signInTimeoutMs, maxUnsigned, rejectionsAtOnce } = { ...defaultUnauthenticatedLimits, ...unauthenticated }
  const onCut = (reason: string): void => dependencies.metrics.socketsCut.inc({ reason })
  const limits = { signInTimeoutMs, maxSockets: maxUnsigned, onCut }
  const unauthenticatedSocketLimiter = createUnauthenticatedSocketLimiter({ ...limits, isTls: mqtt.tls !== null })
  const sources = createClientAddresses()
  const broker = createMqttBroker({
    ...dependencies,
    addressOf: sources.addressOf,
    wrongKeys: { undelayed: rejectionsAtOnce, maxDelayMs: rejectionsShare * signInTimeoutMs },
    quota,
    onSignedIn: unauthenticatedSocketLimiter.signedIn,
  })
  const onHeaderMissing = (address: string | undefined): void => {
    dependencies.metrics.protocolErrors.inc()
    headerless.note(address ?? 'a closed socket')
  }
  const headerless = createFrequentEventLogger(
    dependencies.log,
    'Proxies of MQTT_PROXIES sent no header of the PROXY protocol',
  )
  const server = await createMqttServer(mqtt, { broker, sources, onHeaderMissing })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    unauthenticatedSocketLimiter.opened(socket)
  })
  const port = await listen(server, mqtt).catch(async (error: unknown) => {
    await broker.close()
    throw error
  })
  // Logs the error of one connection, such as too many open files. The listener continues with the other connections.
  server.on('error', (error) =>
    dependencies.log.error({ err: error }, "The gateways' listener could not accept a socket"),
  )
  const parts = { server, broker, writer: dependencies.writer, sockets }
  const close = async (spread: SpreadOptions = { overMs: 0 }): Promise<void> => {
    await closeListener(parts, spread)
    headerless.write()
  }
  return { port, close }
}

type Accepting = { broker: MqttBroker; sources: ClientAddresses; onHeaderMissing: (proxy: string | undefined) => void }

async function createMqttServer({ tls, proxies }: Config['mqtt'], acceptOptions: Accepting): Promise<Server> {
  const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: probeAfterMs }
  const accept = tls === null ? acceptPlain(acceptOptions) : await acceptTls(tls, acceptOptions)
  const isProxy = createTrustedProxyCheck(proxies)
  return createServer(options, (socket) => {
    if (!isProxy(socket.remoteAddress ?? '')) return accept(socket)
    void acceptProxied(socket, accept, acceptOptions)
  })
}

type Accept = (socket: Socket) => void

function acceptPlain({ broker }: Accepting): Accept {
  return (socket) => broker.handle(socket)
}

/**
 * Returns a function that starts TLS on a TCP socket. For connections of a proxy, a plain TLS server is not possible,
 * because the proxy's header comes before TLS.
 */
async function acceptTls(tls: NonNullable<Config['mqtt']['tls']>, { broker }: Accepting): Promise<Accept> {
  const [cert, key] = await Promise.all([readFile(tls.certFile), readFile(tls.keyFile)])
  const server = createTlsServer({ cert, key, minVersion: 'TLSv1.2' }, (socket) => broker.handle(socket))
  return (socket) => void server.emit('connection', socket)
}

/**
 * Reads the client address from the proxy's header. Closes the connection if the header is missing or invalid. The
 * sign-in timeout also limits this step.
 */
async function acceptProxied(socket: Socket, accept: Accept, { sources, onHeaderMissing }: Accepting): Promise<void> {
  const proxy = socket.remoteAddress
  const source = await readProxyHeader(socket).catch((): 'none' => 'none')
  if (source === 'none') {
    onHeaderMissing(proxy)
    socket.destroy()
    return
  }
  sources.note(socket, source)
  accept(socket)
}

function listen(server: Server, { host, port }: Config['mqtt']): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

type ListenerResources = { server: Server; broker: MqttBroker; writer: EntryBatcher; sockets: ReadonlySet<Socket> }

async function closeListener(
  { server, broker, writer, sockets }: ListenerResources,
  spread: SpreadOptions,
): Promise<void> {
  const closePromise = new Promise((resolve) => server.close(resolve))
  await broker.disconnectGateways(spread)
  broker.refuse()
  await writer.idle()
  // Waits until the acknowledgements of the last batch are written.
  await setImmediate()
  await broker.close()
  for (const socket of sockets) socket.destroy()
  await closePromise
}

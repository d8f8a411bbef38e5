import type { Log } from '#server/log.ts'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Aedes, type AedesOptions, type AuthenticateError, type Client, type ConnectPacket } from 'aedes'
import type { Clock } from '#server/clock.ts'
import { type Spread, spreadOver } from '#server/spread.ts'
import { createDepartures, type Departures } from './departures.ts'
import type { IngestMetrics } from './metrics.ts'
import { noPersistence, noEmitter } from './no-persistence.ts'
import { takePublication } from './publication.ts'
import { createQuota, type Quota, type QuotaLimits } from './quota.ts'
import { maxReportBytes } from './report.ts'
import { createGatewaySessions, type GatewaySessions } from './gateway-sessions.ts'
import type { SignIn } from './sign-in.ts'
import { createLogSummary, type LogSummary } from './log-summary.ts'
import type { Writer } from './writer.ts'
import { createRejectionDelay, type RejectionDelayLimits } from './rejection-delay.ts'

export type BrokerDependencies = {
  signIn: SignIn
  writer: Pick<Writer, 'enqueue'>
  clock: Clock
  log: Log
  metrics: IngestMetrics
  signInWithinMs: number
  wrongKeys: RejectionDelayLimits
  quota: QuotaLimits
  onSignedIn: (socket: Socket) => void
  /** The address of the gateway behind a socket. */
  addressOf: (socket: Socket) => string
}

/** The MQTT side of the listener: gateways sign in and publish, and cannot subscribe. Specification 14.5. */
export type Broker = {
  handle: Aedes['handle']
  /**
   * Disconnects the connected gateways, each after all its publications are answered, so that they reconnect to other
   * listeners.
   */
  sendAway: (spread: Spread) => Promise<void>
  /** From now on publications are not accepted, and lost connections say nothing about the gateways. */
  refuse: () => void
  close: () => Promise<void>
}

const limits: AedesOptions = {
  // Large enough for oversized reports, which are dropped while their gateway stays connected.
  maximumPacketSize: 2 * maxReportBytes,
  maxTopicLevels: 8,
  // MQTT 3.1 allows 23 characters, and the serial number is added as a prefix.
  maxClientsIdLength: 100,
  receiveMaximum: 100,
  drainTimeout: 10_000,
  // Nothing outlives a connection except the delay of a last will; after 15 minutes silence has the same effect.
  sessionExpiryIntervalLimit: 15 * 60,
  pendingSessionsLimit: 10_000,
}

type BrokerInternals = Omit<BrokerDependencies, 'quota' | 'wrongKeys'> & {
  sessions: GatewaySessions
  departures: Departures
  quota: Quota
  wrongKeys: ReturnType<typeof createRejectionDelay>
  isRefusing: () => boolean
}

/** Starts the MQTT broker; pass sockets to `handle`. */
export async function createBroker(dependencies: BrokerDependencies): Promise<Broker> {
  let refusing = false
  const rejections = createLogSummary(
    dependencies.log,
    'Gateways were rejected: unknown serial number or wrong device key',
  )
  const slowed = createLogSummary(dependencies.log, 'Reports wait: gateways are over their quota')
  const sessions = createGatewaySessions()
  const departures = createDepartures(sessions)
  const inside: BrokerInternals = {
    ...dependencies,
    sessions,
    departures,
    quota: quotaOf(dependencies, slowed),
    wrongKeys: createRejectionDelay(dependencies.wrongKeys, rejections),
    isRefusing: () => refusing,
  }
  const aedes = await Aedes.createBroker({
    ...limits,
    ...hooks(inside),
    // UnauthenticatedSockets closes and counts silent sockets earlier.
    connectTimeout: 2 * dependencies.signInWithinMs,
    persistence: noPersistence(),
    mq: noEmitter(),
  })
  observe(aedes, dependencies)
  return {
    handle: aedes.handle,
    sendAway: (spread) => spreadOver(sessions.clients(), spread, departures.leave),
    refuse: () => void (refusing = true),
    close: async () => {
      for (const logSummary of [rejections, slowed]) logSummary.write()
      await departures.gone()
      return new Promise((resolve) => aedes.close(resolve))
    },
  }
}

function quotaOf({ clock, quota, metrics }: BrokerDependencies, slowed: LogSummary): Quota {
  return createQuota({
    clock,
    limits: quota,
    onSlowed: (serial) => {
      metrics.reportsSlowed.inc()
      slowed.note(serial)
    },
  })
}

function hooks(inside: BrokerInternals): AedesOptions {
  return {
    preConnect(_client, packet, done) {
      // A client id belongs to its gateway, so that no other gateway can take over its connection.
      if (packet.clientId !== '') packet.clientId = `${packet.username ?? ''}/${packet.clientId}`
      done(null, !inside.isRefusing() && !packet.clientId.includes('\0') && hasNameOfItsLevel(packet))
    },
    authenticate(...[client, serial, deviceKey, done]) {
      const secret = { serial: serial ?? '', deviceKey: deviceKey?.toString() ?? '' }
      const conclude = (error: AuthenticateError | null): void => done(error, error === null)
      void authenticate(inside, client, secret).then(conclude)
    },
    authorizePublish(client, packet, done) {
      if (!client) return done(new Error('Only gateways publish'))
      takePublication(inside, { client, packet, done })
    },
    authorizeSubscribe(_client, _subscription, done) {
      inside.metrics.subscriptionsRefused.inc()
      done(null, null)
    },
    authorizeForward: () => null,
  }
}

/** Only MQTT 3.1 has another protocol name than later versions. MQTT 3.1.1, section 3.1.2.1. */
function hasNameOfItsLevel({ protocolId, protocolVersion }: ConnectPacket): boolean {
  return protocolId === (protocolVersion === 3 ? 'MQIsdp' : 'MQTT')
}

type Secret = { serial: string; deviceKey: string }

async function authenticate(
  inside: BrokerInternals,
  client: Client,
  secret: Secret,
): Promise<AuthenticateError | null> {
  const { metrics, log, clock, sessions, wrongKeys } = inside
  const gateway = await inside.signIn(secret).catch((error: unknown): 'unavailable' => {
    log.warn({ err: error }, 'A gateway cannot sign in: the registry is away')
    return 'unavailable'
  })
  if (gateway === 'unavailable') {
    metrics.signIns.inc({ outcome: 'unavailable' })
    return refusal('The registry is away', serverUnavailable)
  }
  const socket = socketOf(client)
  if (!gateway) {
    metrics.signIns.inc({ outcome: 'rejected' })
    await wrongKeys.reject({ serial: secret.serial.slice(0, 64), address: inside.addressOf(socket) })
    return refusal('Unknown serial number or wrong device key', badUserNameOrPassword)
  }
  metrics.signIns.inc({ outcome: 'accepted' })
  inside.onSignedIn(socket)
  const { gatewayId, serial } = gateway
  sessions.begin(client, { gatewayId, serial, clientId: client.id, heardAt: clock.now() })
  return null
}

/** Return codes of CONNACK in MQTT 3.1.1, table 3.1; aedes converts them to those of MQTT 5. */
const serverUnavailable = 3
const badUserNameOrPassword = 4

function refusal(message: string, returnCode: 3 | 4): AuthenticateError {
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- aedes declares the codes, but exports no values
  return Object.assign(new Error(message), { returnCode })
}

function socketOf(client: Client): Socket {
  // The listener only passes sockets to aedes.
  return client.conn as Socket
}

function observe(aedes: Aedes, { metrics, log }: BrokerDependencies): void {
  const count = (): void => metrics.connections.set(aedes.connectedClients)
  const onError = (client: Client, error: Error): void => {
    if (error.message === 'packet too large') metrics.reports.inc({ outcome: 'oversized' })
    else metrics.protocolErrors.inc()
    log.debug({ err: error, client: client.id }, 'A connection went wrong')
  }
  aedes.on('client', count)
  aedes.on('clientDisconnect', count)
  aedes.on('clientError', onError)
  aedes.on('connectionError', onError)
  // Its persistence stores nothing and cannot fail; if it does, the listener continues.
  const emitter: EventEmitter = aedes
  emitter.on('error', (error) => log.error({ err: error }, 'The MQTT broker failed'))
}

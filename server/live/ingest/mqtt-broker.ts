import type { Log } from '#server/log.ts'
import type { Socket } from 'node:net'
import type { IConnectPacket } from 'mqtt-packet'
import { minuteS } from '#contract/durations.ts'
import type { Clock } from '#server/clock.ts'
import { type SpreadOptions, spreadCalls } from '#server/spread-calls.ts'
import { createGatewayDisconnector, type GatewayDisconnector } from './gateway-disconnector.ts'
import type { IngestMetrics } from './metrics.ts'
import { type LastWillScheduler, createLastWillScheduler } from './last-will-scheduler.ts'
import { type ConnectRefusal, type MqttConnectionLimits, connectRefusals } from './mqtt-connect.ts'
import { MqttConnection, type MqttConnectionHooks, packetTooLargeMessage } from './mqtt-connection.ts'
import { handlePublication, handleLastWill } from './handle-publication.ts'
import { createGatewayQuotas, type GatewayQuotas, type QuotaLimits } from './gateway-quotas.ts'
import { maxReportBytes } from './parse-report.ts'
import { createGatewayConnectionTracker, type GatewayConnectionTracker } from './gateway-connection-tracker.ts'
import type { GatewaySignInCheck } from './gateway-sign-in.ts'
import { createFrequentEventLogger, type FrequentEventLogger } from './frequent-event-logger.ts'
import type { EntryBatcher } from './entry-batcher.ts'
import { createRejectionDelayer, type RejectionDelayLimits } from './rejection-delay.ts'

export type MqttBrokerDependencies = {
  signIn: GatewaySignInCheck
  writer: Pick<EntryBatcher, 'enqueue'>
  clock: Clock
  log: Log
  metrics: IngestMetrics
  wrongKeys: RejectionDelayLimits
  quota: QuotaLimits
  onSignedIn: (socket: Socket) => void
  /** Returns the network address of the gateway behind a socket. */
  addressOf: (socket: Socket) => string
}

/** The MQTT broker of the listener. Gateways can sign in and publish, but not subscribe. Specification 14.5. */
export type MqttBroker = {
  handle: (socket: Socket) => void
  /**
   * Disconnects all gateways, spread over a time, so that they reconnect to other listeners. Each gateway is
   * disconnected after its received publications are answered.
   */
  disconnectGateways: (spread: SpreadOptions) => Promise<void>
  /** From now on, the broker refuses sign-ins and publications, and ignores the last wills of lost connections. */
  refuse: () => void
  close: () => Promise<void>
}

const rules: MqttConnectionLimits = {
  // The maximum packet is larger than the largest report, so that the listener can drop a report that is slightly too
  // large without disconnecting its gateway.
  maximumPacketSize: 2 * maxReportBytes,
  receiveMaximum: 100,
  // The maximum length of a client id. MQTT 3.1 permits 23 characters, but some gateways use more.
  maxClientIdLength: 100,
  // The maximum session expiry. After a connection ends, it only limits the delay of the last will. More than 15
  // minutes would have no effect, because a silent gateway then becomes OFFLINE.
  maxSessionExpiryS: 15 * minuteS,
}

type BrokerInternals = Omit<MqttBrokerDependencies, 'quota' | 'wrongKeys'> & {
  sessions: GatewayConnectionTracker
  departures: GatewayDisconnector
  quota: GatewayQuotas
  wrongKeys: ReturnType<typeof createRejectionDelayer>
  isRefusing: () => boolean
}

export function createMqttBroker(dependencies: MqttBrokerDependencies): MqttBroker {
  let isRefusing = false
  const rejections = createFrequentEventLogger(
    dependencies.log,
    'Gateways were rejected: unknown serial number or wrong device key',
  )
  const slowedSummary = createFrequentEventLogger(dependencies.log, 'Reports wait: gateways are over their quota')
  const sessions = createGatewayConnectionTracker()
  const departures = createGatewayDisconnector(sessions)
  const inside: BrokerInternals = {
    ...dependencies,
    sessions,
    departures,
    quota: quotaOf(dependencies, slowedSummary),
    wrongKeys: createRejectionDelayer(dependencies.wrongKeys, rejections),
    isRefusing: () => isRefusing,
  }
  const open = new Set<MqttConnection>()
  const wills = createLastWillScheduler()
  const hooks = hooksOf(inside, open, wills)
  return {
    handle: (socket) => void new MqttConnection(socket, rules, hooks),
    disconnectGateways: (spread) => spreadCalls(sessions.clients(), spread, departures.disconnectWhenAnswered),
    refuse: () => void (isRefusing = true),
    close: async () => {
      for (const logSummary of [rejections, slowedSummary]) logSummary.write()
      await departures.waitUntilDisconnected()
      wills.clear()
      for (const connection of open) connection.close()
    },
  }
}

function quotaOf({ clock, quota, metrics }: MqttBrokerDependencies, slowedSummary: FrequentEventLogger): GatewayQuotas {
  return createGatewayQuotas({
    clock,
    limits: quota,
    onSlowed: (serial) => {
      metrics.reportsSlowed.inc()
      slowedSummary.note(serial)
    },
  })
}

function hooksOf(internals: BrokerInternals, open: Set<MqttConnection>, wills: LastWillScheduler): MqttConnectionHooks {
  const { metrics, log } = internals
  return {
    signIn: async (connection, packet) => signInTo(internals, connection, packet),
    publish: (client, packet) => handlePublication(internals, { client, packet }),
    subscribe: () => metrics.subscriptionsRefused.inc(),
    will: (connection, will, delayS) => {
      const fire = (): void => handleLastWill(internals, connection, will)
      if (delayS > 0) wills.delay(connection.id, delayS, fire)
      else fire()
    },
    signedIn: (connection) => {
      wills.cancel(connection.id)
      open.add(connection)
      metrics.connections.set(open.size)
    },
    ended: (connection) => {
      open.delete(connection)
      metrics.connections.set(open.size)
    },
    failed: (connection, error) => {
      if (error.message === packetTooLargeMessage) metrics.reports.inc({ outcome: 'oversized' })
      else metrics.protocolErrors.inc()
      log.debug({ err: error, client: connection.id }, 'A connection went wrong')
    },
  }
}

async function signInTo(
  internals: BrokerInternals,
  connection: MqttConnection,
  { username = '', password }: IConnectPacket,
): Promise<ConnectRefusal | null> {
  const { metrics, log, clock, sessions, wrongKeys } = internals
  if (internals.isRefusing()) return connectRefusals.serverUnavailable
  const secret = { serial: username, deviceKey: password?.toString() ?? '' }
  const gateway = await internals.signIn(secret).catch((error: unknown): 'unavailable' => {
    log.warn({ err: error }, 'A gateway cannot sign in: the registry cannot be read')
    return 'unavailable'
  })
  if (gateway === 'unavailable') {
    metrics.signIns.inc({ outcome: 'unavailable' })
    return connectRefusals.serverUnavailable
  }
  const { socket } = connection
  if (!gateway) {
    metrics.signIns.inc({ outcome: 'rejected' })
    await wrongKeys.reject({ serial: username.slice(0, 64), address: internals.addressOf(socket) })
    return connectRefusals.badUserNameOrPassword
  }
  metrics.signIns.inc({ outcome: 'accepted' })
  if (connection.closed) return null
  internals.onSignedIn(socket)
  const { gatewayId, serial } = gateway
  sessions.begin(connection, { gatewayId, serial, clientId: connection.id, lastSeenAt: clock.now() })
  return null
}

import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import { minuteMs } from '#contract/durations.ts'
import type { RegistryFileEntry } from '../registry-file.ts'
import { createBackoff } from './backoff.ts'
import type { RequestedFault } from './requested-faults.ts'
import { type SimulatedValues, simulateValues } from './simulate-values.ts'

export type SimulatedGateway = {
  /**
   * Publishes all units once, as the gateway does after each connect. Does nothing without a connection, or while the
   * last report is not acknowledged.
   */
  report(): Promise<void>
  /** Simulates a power failure: the connection ends without a DISCONNECT packet, and the gateway does not reconnect. */
  switchOff(): void
  /** Ends the simulated power failure: the gateway connects and reports again. */
  switchOn(): void
  stop(): Promise<void>
}

export type SimulatedGatewayOptions = {
  gateway: RegistryFileEntry
  mqttUrl: string
  /** The version of MQTT: 3.1.1 (4) or 5. Gateways of both kinds exist. Specification 14.5. */
  protocolVersion: 4 | 5
  clock: { now(): number }
  /** Returns the requested fault. Null: the request is for no fault. Undefined: the gateway simulates faults. */
  requestedFault?: () => RequestedFault | null | undefined
  /** Whether the gateway starts without power, until it is switched on. */
  isOff?: boolean
  onError: (error: Error) => void
}

/** Starts a simulated gateway, which signs in with its device key, reports, and reconnects after a lost connection. */
export function startSimulatedGateway(options: SimulatedGatewayOptions): SimulatedGateway {
  const client = connect(options)
  client.on('error', options.onError)
  reconnectWithBackoff(client)
  let isReporting = false
  async function report(): Promise<void> {
    if (!client.connected || isReporting) return
    isReporting = true
    try {
      await publishUnits(client, options)
    } catch (error) {
      options.onError(error instanceof Error ? error : new Error(String(error)))
    } finally {
      isReporting = false
    }
  }
  // Reports again after each connect, because the last report is outdated after a reconnect.
  client.on('connect', () => void report())
  return {
    report,
    switchOff: () => void client.end(true),
    switchOn: () => client.reconnect(),
    stop: () => sayGoodbye(client),
  }
}

/**
 * The time limit in ms for a clean end of the connection. A listener that cannot store reports does not acknowledge
 * them, so a clean end may never come.
 */
const closeTimeoutMs = 2_000

async function sayGoodbye(client: MqttClient): Promise<void> {
  const disconnection = client.endAsync(!client.connected)
  await Promise.race([disconnection, pause(closeTimeoutMs, undefined, { ref: false })])
}

function connect({ gateway, mqttUrl, protocolVersion, isOff = false }: SimulatedGatewayOptions): MqttClient {
  return mqtt.connect(mqttUrl, {
    clientId: gateway.serial,
    username: gateway.serial,
    password: gateway.deviceKey,
    protocolVersion,
    will: { topic: `gateways/${gateway.serial}/connection`, payload: Buffer.from('offline'), qos: 1, retain: false },
    // Tries again even if the listener refuses the gateway, because the registry may not have the gateway yet.
    reconnectOnConnackError: true,
    resubscribe: false,
    manualConnect: isOff,
    keepalive: 60,
  })
}

function reconnectWithBackoff(client: MqttClient): void {
  const backoff = createBackoff({ minMs: 1000, maxMs: minuteMs })
  client.options.reconnectPeriod = backoff.next()
  client.on('connect', () => {
    backoff.reset()
    client.options.reconnectPeriod = backoff.next()
  })
  // Sets the pause before the attempt after the next one. At this event, the client has already scheduled the next
  // attempt.
  client.on('close', () => (client.options.reconnectPeriod = backoff.next()))
}

async function publishUnits(
  client: MqttClient,
  { gateway, clock, requestedFault: asked }: SimulatedGatewayOptions,
): Promise<void> {
  const now = clock.now()
  const ts = new Date(now).toISOString()
  const units = Object.entries(dayOf(gateway, now, asked?.()))
  await Promise.all(
    units.map(([unit, values]) =>
      client.publishAsync(`gateways/${gateway.serial}/${unit}`, JSON.stringify({ ts, values }), { qos: 1 }),
    ),
  )
}

function dayOf(
  gateway: RegistryFileEntry,
  now: number,
  requestedFault: RequestedFault | null | undefined,
): SimulatedValues {
  if (requestedFault === undefined) return simulateValues(gateway, now)
  return simulateValues(gateway, now, requestedFault && { fault: requestedFault, from: requestedFault.from })
}

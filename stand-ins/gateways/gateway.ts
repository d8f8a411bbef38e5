import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { RegistryFileEntry } from '../registry-file.ts'
import { createBackoff } from './backoff.ts'
import type { RequestedFault } from './requested-faults.ts'
import { type SimulatedValues, simulateValues } from './day.ts'

export type SimulatedGateway = {
  /**
   * Publishes all units once, as after each connect; does nothing without a connection or while the last report is
   * not acknowledged.
   */
  report(): Promise<void>
  /** Cuts the power: the connection ends without a DISCONNECT packet, and the gateway does not reconnect. */
  switchOff(): void
  /** The gateway connects and reports again. */
  switchOn(): void
  stop(): Promise<void>
}

export type GatewayOptions = {
  gateway: RegistryFileEntry
  mqttUrl: string
  /** Specification 14.5: gateways of both kinds exist, MQTT 3.1.1 (4) and 5. */
  protocolVersion: 4 | 5
  clock: { now(): number }
  /** Returns the requested fault: null for no fault, undefined to simulate faults. */
  asked?: () => RequestedFault | null | undefined
  /** Whether it starts without power, until it is switched on. */
  isOff?: boolean
  onError: (error: Error) => void
}

/** A simulated gateway: it signs in with its device key, reports, and reconnects after a lost connection. */
export function startGateway(options: GatewayOptions): SimulatedGateway {
  const client = connect(options)
  client.on('error', options.onError)
  reconnectWithBackoff(client)
  let reporting = false
  async function report(): Promise<void> {
    if (!client.connected || reporting) return
    reporting = true
    try {
      await publishUnits(client, options)
    } catch (error) {
      options.onError(error instanceof Error ? error : new Error(String(error)))
    } finally {
      reporting = false
    }
  }
  // The last report is outdated after a reconnect.
  client.on('connect', () => void report())
  return {
    report,
    switchOff: () => void client.end(true),
    switchOn: () => client.reconnect(),
    stop: () => sayGoodbye(client),
  }
}

/** A listener that cannot store reports does not acknowledge them, so the wait for a clean end is limited. */
const closeTimeoutMs = 2_000

async function sayGoodbye(client: MqttClient): Promise<void> {
  const ended = client.endAsync(!client.connected)
  await Promise.race([ended, pause(closeTimeoutMs, undefined, { ref: false })])
}

function connect({ gateway, mqttUrl, protocolVersion, isOff = false }: GatewayOptions): MqttClient {
  return mqtt.connect(mqttUrl, {
    clientId: gateway.serial,
    username: gateway.serial,
    password: gateway.deviceKey,
    protocolVersion,
    will: { topic: `gateways/${gateway.serial}/connection`, payload: Buffer.from('offline'), qos: 1, retain: false },
    // The listener refuses gateways that the registry does not have yet, so this tries again.
    reconnectOnConnackError: true,
    resubscribe: false,
    manualConnect: isOff,
    keepalive: 60,
  })
}

function reconnectWithBackoff(client: MqttClient): void {
  const backoff = createBackoff({ minMs: 1000, maxMs: 60_000 })
  client.options.reconnectPeriod = backoff.next()
  client.on('connect', () => {
    backoff.reset()
    client.options.reconnectPeriod = backoff.next()
  })
  // At this event the client has already scheduled its next attempt, so this sets the one after it.
  client.on('close', () => (client.options.reconnectPeriod = backoff.next()))
}

async function publishUnits(client: MqttClient, { gateway, clock, asked }: GatewayOptions): Promise<void> {
  const now = clock.now()
  const ts = new Date(now).toISOString()
  const units = Object.entries(dayOf(gateway, now, asked?.()))
  await Promise.all(
    units.map(([unit, values]) =>
      client.publishAsync(`gateways/${gateway.serial}/${unit}`, JSON.stringify({ ts, values }), { qos: 1 }),
    ),
  )
}

function dayOf(gateway: RegistryFileEntry, now: number, asked: RequestedFault | null | undefined): SimulatedValues {
  if (asked === undefined) return simulateValues(gateway, now)
  return simulateValues(gateway, now, asked && { fault: asked, from: asked.from })
}

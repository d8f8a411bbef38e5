import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { RegistryFileEntry } from '../registry-file.ts'
import { createBackoff } from './backoff.ts'
import type { AskedFault } from './asked-faults.ts'
import { type DayValues, simulateDay } from './day.ts'

export type SimulatedGateway = {
  /** Publishes all units once, as after every connecting; does nothing while there is no connection or the last report is not stored yet. */
  report(): Promise<void>
  stop(): Promise<void>
}

export type GatewayOptions = {
  gateway: RegistryFileEntry
  mqttUrl: string
  /** Specification 14.5: gateways of both kinds exist, MQTT 3.1.1 (4) and 5. */
  protocolVersion: 4 | 5
  clock: { now(): number }
  /** What somebody wants to see of it; undefined for its own day. */
  asked?: () => AskedFault | null | undefined
  onError: (error: Error) => void
}

/** One gateway as it is in the field: it signs in with its device key, reports, and comes back when it was cut off. */
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
  // What is known of a gateway is old when it comes back.
  client.on('connect', () => void report())
  return { report, stop: () => sayGoodbye(client) }
}

/** A listener that cannot store does not acknowledge; nobody waits longer than this for it. */
const goodbyeWithinMs = 2_000

async function sayGoodbye(client: MqttClient): Promise<void> {
  const ended = client.endAsync(!client.connected)
  await Promise.race([ended, pause(goodbyeWithinMs, undefined, { ref: false })])
}

function connect({ gateway, mqttUrl, protocolVersion }: GatewayOptions): MqttClient {
  return mqtt.connect(mqttUrl, {
    clientId: gateway.serial,
    username: gateway.serial,
    password: gateway.deviceKey,
    protocolVersion,
    will: { topic: `gateways/${gateway.serial}/connection`, payload: Buffer.from('offline'), qos: 1, retain: false },
    // A registry that is still being filled refuses at first.
    reconnectOnConnackError: true,
    resubscribe: false,
    keepalive: 60,
  })
}

function reconnectWithBackoff(client: MqttClient): void {
  const backoff = createBackoff({ leastMs: 1000, mostMs: 60_000 })
  client.options.reconnectPeriod = backoff.next()
  client.on('connect', () => {
    backoff.reset()
    client.options.reconnectPeriod = backoff.next()
  })
  // The client has planned its next attempt when it says so; this is for the one after it.
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

function dayOf(gateway: RegistryFileEntry, now: number, asked: AskedFault | null | undefined): DayValues {
  if (asked === undefined) return simulateDay(gateway, now)
  return simulateDay(gateway, now, asked && { fault: asked, from: asked.from })
}

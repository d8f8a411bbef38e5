import mqtt, { type MqttClient } from 'mqtt'
import type { GatewayStatus } from '#contract/appliance.ts'
import type { Unit } from '#contract/event-bus.ts'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'

/** A gateway that the test connects over MQTT and whose reports the test sends. */
export type ControlledGateway = {
  /** Sends a report with this status. Resolves when the portal has stored it. */
  report(status: GatewayStatus): Promise<void>
  /** Sends values of any unit. Resolves when the portal has stored them. */
  sendValues(unit: Unit, values: Readonly<Record<string, unknown>>): Promise<void>
  /** Simulates a power failure: the connection breaks without a disconnect, so the listener publishes the last will. */
  breakConnection(): void
  stop(): Promise<void>
}

/** Connects over MQTT with the device key of a gateway. The demo must not simulate this gateway. Specification 14.5. */
export async function connectControlledGateway(
  mqttUrl: string,
  { serial, deviceKey }: RegistryFileEntry,
): Promise<ControlledGateway> {
  const client = await mqtt.connectAsync(mqttUrl, {
    clientId: serial,
    username: serial,
    password: deviceKey,
    reconnectPeriod: 0,
    will: { topic: `gateways/${serial}/connection`, payload: Buffer.from('offline'), qos: 1, retain: false },
  })
  return {
    report: (gatewayStatus) => say({ client, serial, unit: 'status' }, { gatewayStatus }),
    sendValues: (unit, values) => say({ client, serial, unit }, values),
    breakConnection: () => client.stream.destroy(),
    stop: () => client.endAsync(true),
  }
}

/** Ends a fault that a test has left, so that the gateway's next owner starts without one. */
export async function endFault(mqttUrl: string, gateway: RegistryFileEntry): Promise<void> {
  const device = await connectControlledGateway(mqttUrl, gateway)
  await device.report('WORKING')
  await device.stop()
}

type Saying = { client: MqttClient; serial: string; unit: Unit }

async function say({ client, serial, unit }: Saying, values: Readonly<Record<string, unknown>>): Promise<void> {
  const body = JSON.stringify({ ts: new Date().toISOString(), values })
  await client.publishAsync(`gateways/${serial}/${unit}`, body, { qos: 1 })
}

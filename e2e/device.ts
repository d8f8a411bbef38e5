import mqtt, { type MqttClient } from 'mqtt'
import type { GatewayStatus } from '#contract/appliance.ts'
import type { Unit } from '#contract/push.ts'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'

/** A gateway in the field, played by the test. */
export type Device = {
  /** Resolves when the portal has stored the report. */
  report(status: GatewayStatus): Promise<void>
  /** The same for the values of any unit. */
  say(unit: Unit, values: Readonly<Record<string, unknown>>): Promise<void>
  /** Loses its power: no goodbye, so that the last will speaks. */
  die(): void
  stop(): Promise<void>
}

/** Signs in with the device key of a gateway that the demo does not simulate. Specification 14.5. */
export async function startDevice(mqttUrl: string, { serial, deviceKey }: RegistryFileEntry): Promise<Device> {
  const client = await mqtt.connectAsync(mqttUrl, {
    clientId: serial,
    username: serial,
    password: deviceKey,
    reconnectPeriod: 0,
    will: { topic: `gateways/${serial}/connection`, payload: Buffer.from('offline'), qos: 1, retain: false },
  })
  return {
    report: (gatewayStatus) => say({ client, serial, unit: 'status' }, { gatewayStatus }),
    say: (unit, values) => say({ client, serial, unit }, values),
    die: () => client.stream.destroy(),
    stop: () => client.endAsync(true),
  }
}

/** Ends what a test left standing: whoever has the gateway next begins without a fault. */
export async function endFault(mqttUrl: string, gateway: RegistryFileEntry): Promise<void> {
  const device = await startDevice(mqttUrl, gateway)
  await device.report('WORKING')
  await device.stop()
}

type Saying = { client: MqttClient; serial: string; unit: Unit }

async function say({ client, serial, unit }: Saying, values: Readonly<Record<string, unknown>>): Promise<void> {
  const body = JSON.stringify({ ts: new Date().toISOString(), values })
  await client.publishAsync(`gateways/${serial}/${unit}`, body, { qos: 1 })
}

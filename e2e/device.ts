import mqtt, { type MqttClient } from 'mqtt'
import type { GatewayStatus } from '#contract/appliance.ts'
import type { RegisteredGateway } from '#stand-ins/registry-file.ts'

/** A gateway in the field, played by the test. */
export type Device = {
  /** Resolves when the portal has stored the report. */
  report(status: GatewayStatus): Promise<void>
  /** Loses its power: no goodbye, so that the last will speaks. */
  die(): void
  stop(): Promise<void>
}

/** Signs in with the device key of a gateway that the demo does not simulate. Decisions 5. */
export async function startDevice(mqttUrl: string, { serial, deviceKey }: RegisteredGateway): Promise<Device> {
  const client = await mqtt.connectAsync(mqttUrl, {
    clientId: serial,
    username: serial,
    password: deviceKey,
    reconnectPeriod: 0,
    will: { topic: `gateways/${serial}/connection`, payload: Buffer.from('offline'), qos: 1, retain: false },
  })
  return {
    report: (status) => report(client, serial, status),
    die: () => client.stream.destroy(),
    stop: () => client.endAsync(true),
  }
}

async function report(client: MqttClient, serial: string, gatewayStatus: GatewayStatus): Promise<void> {
  const body = JSON.stringify({ ts: new Date().toISOString(), values: { gatewayStatus } })
  await client.publishAsync(`gateways/${serial}/status`, body, { qos: 1 })
}

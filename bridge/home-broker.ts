import { connect } from 'mqtt'
import type { BridgeSettings } from './settings.ts'
import type { Topics } from './topics.ts'

/** The connection to the owner's MQTT broker. */
export type HomeBroker = {
  isConnected(): boolean
  /** Publishes a message that the broker retains for later subscribers. */
  retain(topic: string, payload: string): void
  /** Publishes a message that only present subscribers receive. */
  send(topic: string, payload: string): void
  close(): Promise<void>
}

export type HomeBrokerDependencies = {
  settings: Pick<BridgeSettings, 'brokerUrl' | 'brokerUsername' | 'brokerPassword'>
  topics: Topics
  onConnected(): void
  onMessage(topic: string, payload: string): void
  print(line: string): void
}

/**
 * Connects to the broker, and reconnects until `close`. If the bridge disappears, the broker publishes `offline` (last
 * will).
 */
export function connectHomeBroker(dependencies: HomeBrokerDependencies): HomeBroker {
  const { settings, topics, print } = dependencies
  const client = connect(settings.brokerUrl, {
    ...(settings.brokerUsername !== undefined && { username: settings.brokerUsername }),
    ...(settings.brokerPassword !== undefined && { password: settings.brokerPassword }),
    reconnectOnConnackError: true,
    queueQoSZero: false,
    will: { topic: topics.bridge, payload: Buffer.from('offline'), qos: 1, retain: true },
  })
  let lastLine = ''
  const printOnce = (line: string): void => {
    if (line !== lastLine) print(line)
    lastLine = line
  }
  client.on('connect', () => {
    printOnce('Connected to the broker.')
    client.subscribe([topics.availabilities, topics.homeAssistantStatus], { qos: 1 })
    dependencies.onConnected()
  })
  client.on('message', (topic, payload) => dependencies.onMessage(topic, payload.toString()))
  client.on('error', ({ message }) => printOnce(`The broker cannot be used: ${message}`))
  client.on('offline', () => printOnce('The broker does not answer; trying again.'))
  return {
    isConnected: () => client.connected,
    // Sends nothing without a connection. The library would queue the message, and send the then outdated value later.
    retain: (topic, payload) => void (client.connected && client.publish(topic, payload, { qos: 1, retain: true })),
    send: (topic, payload) => void (client.connected && client.publish(topic, payload, { qos: 0 })),
    async close() {
      if (client.connected) await client.publishAsync(topics.bridge, 'offline', { qos: 1, retain: true })
      await client.endAsync()
    },
  }
}

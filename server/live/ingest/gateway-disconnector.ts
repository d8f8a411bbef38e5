import type { MqttConnection } from './mqtt-connection.ts'
import type { GatewayConnectionTracker } from './gateway-connection-tracker.ts'

/**
 * Disconnects gateways, so that they reconnect to another listener. Each gateway is disconnected after its received
 * publications are answered.
 */
export type GatewayDisconnector = {
  /** Counts a received publication of the gateway. */
  countReceived: (client: MqttConnection) => void
  /** Counts an answered publication of the gateway. */
  countAnswered: (client: MqttConnection) => void
  /**
   * Disconnects the gateway once its received publications are answered. The listener ignores publications that
   * arrive after this call.
   */
  disconnectWhenAnswered: (client: MqttConnection) => void
  isLeaving: (client: MqttConnection) => boolean
  /** Resolves when all gateways whose disconnection has begun are disconnected. */
  waitUntilDisconnected: () => Promise<void>
}

/**
 * The reason code "Server shutting down". A gateway that gets this code connects again to the same address, and can
 * then reach another listener. MQTT 5, section 3.14.2.1.
 */
const serverShuttingDown = 0x8b

export function createGatewayDisconnector(sessions: Pick<GatewayConnectionTracker, 'abandon'>): GatewayDisconnector {
  const underWay = new WeakMap<MqttConnection, number>()
  const leavingConnections = new WeakSet<MqttConnection>()
  const goodbyes: Promise<void>[] = []

  function count(client: MqttConnection, change: 1 | -1): void {
    const countLeft = (underWay.get(client) ?? 0) + change
    underWay.set(client, countLeft)
    if (countLeft === 0 && leavingConnections.has(client)) end(client)
  }

  function leave(client: MqttConnection): void {
    leavingConnections.add(client)
    if ((underWay.get(client) ?? 0) === 0) end(client)
  }

  function end(client: MqttConnection): void {
    sessions.abandon(client)
    const disconnection = new Promise<void>((resolve) => {
      // Delays the DISCONNECT, so that the last acknowledgement is written first.
      setImmediate(() => client.disconnect({ reasonCode: serverShuttingDown }, resolve))
    })
    goodbyes.push(disconnection)
  }

  return {
    countReceived: (client) => count(client, 1),
    countAnswered: (client) => count(client, -1),
    disconnectWhenAnswered: leave,
    isLeaving: (client) => leavingConnections.has(client),
    waitUntilDisconnected: async () => void (await Promise.all(goodbyes)),
  }
}

import type { MqttConnection } from './mqtt-connection.ts'
import type { SignedInGateway } from './gateway-sign-in.ts'

/**
 * A connection of a gateway that has signed in. `lastSeenAt`: the time at which the connection last sent a report or a
 * last will, or signed in; epoch milliseconds.
 */
export type GatewayConnection = SignedInGateway & { clientId: string; lastSeenAt: number }

/** Records the connections of gateways, and decides whether their last wills count. */
export type GatewayConnectionTracker = {
  /**
   * Records a new connection. Disconnects an older connection with the same client id, and the oldest connection of a
   * gateway that has too many.
   */
  begin: (client: MqttConnection, session: GatewayConnection) => void
  of: (client: MqttConnection) => GatewayConnection | undefined
  /** Returns the connections of all signed-in gateways. */
  clients: () => MqttConnection[]
  /** Records that the listener itself ends the connection. The last will of the connection is then ignored. */
  abandon: (client: MqttConnection) => void
  isAbandoned: (client: MqttConnection) => boolean
  /**
   * Whether a newer connection uses the same client id. If so, the last will of the older connection does not make
   * the gateway OFFLINE. Specification 14.1.
   */
  isTakenOver: (client: MqttConnection) => boolean
}

/**
 * The maximum number of connections of one gateway. A gateway needs only one, but dead connections may not be
 * detected yet.
 */
const maxPerGateway = 4

const quotaExceeded = 0x97
const takenOver = 0x8e

export function createGatewayConnectionTracker(): GatewayConnectionTracker {
  const sessions = new WeakMap<MqttConnection, GatewayConnection>()
  const abandonedConnections = new WeakSet<MqttConnection>()
  const current = new Map<string, MqttConnection>()
  /** The connections of each gateway, by gateway id; the oldest comes first. */
  const connections = new Map<string, MqttConnection[]>()

  function begin(client: MqttConnection, session: GatewayConnection): void {
    const { gatewayId } = session
    const others = connections.get(gatewayId) ?? []
    const predecessor = current.get(client.id)
    sessions.set(client, session)
    current.set(client.id, client)
    predecessor?.disconnect({ reasonCode: takenOver })
    connections.set(gatewayId, [...others, client])
    client.socket.once('close', () => end(client, gatewayId))
    if (others.length >= maxPerGateway) endOldest(others)
  }

  function end(client: MqttConnection, gatewayId: string): void {
    if (current.get(client.id) === client) current.delete(client.id)
    const mqttConnections = connections.get(gatewayId)?.filter((other) => other !== client) ?? []
    if (mqttConnections.length > 0) connections.set(gatewayId, mqttConnections)
    else connections.delete(gatewayId)
  }

  function endOldest([oldest]: readonly MqttConnection[]): void {
    if (!oldest) return
    abandonedConnections.add(oldest)
    oldest.disconnect({ reasonCode: quotaExceeded })
  }

  function isTakenOver(client: MqttConnection): boolean {
    const successor = current.get(client.id)
    return successor !== undefined && successor !== client
  }

  return {
    begin,
    of: (client) => sessions.get(client),
    clients: () => [...connections.values()].flat(),
    abandon: (client) => void abandonedConnections.add(client),
    isAbandoned: (client) => abandonedConnections.has(client),
    isTakenOver,
  }
}

import type { MqttConnection } from './mqtt-connection.ts'
import type { SignedInGateway } from './sign-in.ts'

/**
 * A signed-in connection of a gateway. `lastSeenAt`: when the connection last sent a report or last will, or signed in;
 * epoch milliseconds.
 */
export type GatewaySession = SignedInGateway & { clientId: string; lastSeenAt: number }

/** The connections of gateways, and whether their last wills count. */
export type GatewaySessions = {
  /**
   * Records a new connection. It replaces an older connection with the same client id, and the oldest one of a gateway
   * that has too many.
   */
  begin: (client: MqttConnection, session: GatewaySession) => void
  of: (client: MqttConnection) => GatewaySession | undefined
  /** Returns the connections of all signed-in gateways. */
  clients: () => MqttConnection[]
  /** Records that the listener itself ends the connection. Its last will is then ignored. */
  abandon: (client: MqttConnection) => void
  isAbandoned: (client: MqttConnection) => boolean
  /**
   * Whether a newer connection uses the same client id. Specification 14.1: the last will of the older one then does
   * not make the gateway OFFLINE.
   */
  isTakenOver: (client: MqttConnection) => boolean
}

/** A gateway has one connection, and sometimes dead ones that the listener has not detected yet. */
const maxPerGateway = 4

const quotaExceeded = 0x97
const takenOver = 0x8e

export function createGatewaySessions(): GatewaySessions {
  const sessions = new WeakMap<MqttConnection, GatewaySession>()
  const abandoned = new WeakSet<MqttConnection>()
  const current = new Map<string, MqttConnection>()
  /** By gateway id; the oldest connection comes first. */
  const connections = new Map<string, MqttConnection[]>()

  function begin(client: MqttConnection, session: GatewaySession): void {
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
    const left = connections.get(gatewayId)?.filter((other) => other !== client) ?? []
    if (left.length > 0) connections.set(gatewayId, left)
    else connections.delete(gatewayId)
  }

  function endOldest([oldest]: readonly MqttConnection[]): void {
    if (!oldest) return
    abandoned.add(oldest)
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
    abandon: (client) => void abandoned.add(client),
    isAbandoned: (client) => abandoned.has(client),
    isTakenOver,
  }
}

import type { MqttConnection } from './mqtt-connection.ts'
import type { SignedInGateway } from './sign-in.ts'

/** The connection of a gateway; `lastSeenAt`: when it last sent anything, epoch milliseconds. */
export type GatewaySession = SignedInGateway & { clientId: string; lastSeenAt: number }

/** The connections of each gateway, and whether their last wills still count. */
export type GatewaySessions = {
  /** The connection is now the current one of its client id. */
  begin: (client: MqttConnection, session: GatewaySession) => void
  of: (client: MqttConnection) => GatewaySession | undefined
  /** All connected clients. */
  clients: () => MqttConnection[]
  /** The listener itself ends the connection: its last will says nothing about the gateway. */
  abandon: (client: MqttConnection) => void
  isAbandoned: (client: MqttConnection) => boolean
  /** Specification 14.1: a will after a takeover of the same client id does not make a gateway OFFLINE. */
  isTakenOver: (client: MqttConnection) => boolean
}

/** A gateway has one connection, and sometimes a dead one that is not detected yet. */
const maxPerGateway = 4

const quotaExceeded = 0x97
const takenOver = 0x8e

export function createGatewaySessions(): GatewaySessions {
  const sessions = new WeakMap<MqttConnection, GatewaySession>()
  const abandoned = new WeakSet<MqttConnection>()
  const current = new Map<string, MqttConnection>()
  /** By gateway, oldest first. */
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

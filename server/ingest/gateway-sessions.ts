import type { Client } from 'aedes'
import type { SignedInGateway } from './sign-in.ts'

/** The connection of a gateway; `heardAt`: when it last sent anything, epoch milliseconds. */
export type GatewaySession = SignedInGateway & { clientId: string; heardAt: number }

/** The connections of each gateway, and whether their last wills still count. */
export type GatewaySessions = {
  /** The connection is now the current one of its client id. */
  begin: (client: Client, session: GatewaySession) => void
  of: (client: Client) => GatewaySession | undefined
  /** All connected clients. */
  clients: () => Client[]
  /** The listener itself ends the connection: its last will says nothing about the gateway. */
  abandon: (client: Client) => void
  isAbandoned: (client: Client) => boolean
  /** Specification 14.1: a will after a takeover of the same client id does not make a gateway OFFLINE. */
  isTakenOver: (client: Client) => boolean
}

/** A gateway has one connection, and sometimes an old one that nobody has noticed to be dead. */
const maxPerGateway = 4

const quotaExceeded = 0x97

export function createGatewaySessions(): GatewaySessions {
  const sessions = new WeakMap<Client, GatewaySession>()
  const abandoned = new WeakSet<Client>()
  const current = new Map<string, Client>()
  /** By gateway, oldest first. */
  const connections = new Map<string, Client[]>()

  function begin(client: Client, session: GatewaySession): void {
    const { gatewayId } = session
    const others = connections.get(gatewayId) ?? []
    sessions.set(client, session)
    current.set(client.id, client)
    connections.set(gatewayId, [...others, client])
    client.conn.once('close', () => end(client, gatewayId))
    if (others.length >= maxPerGateway) endOldest(others)
  }

  function end(client: Client, gatewayId: string): void {
    if (current.get(client.id) === client) current.delete(client.id)
    const left = connections.get(gatewayId)?.filter((other) => other !== client) ?? []
    if (left.length > 0) connections.set(gatewayId, left)
    else connections.delete(gatewayId)
  }

  function endOldest([oldest]: readonly Client[]): void {
    if (!oldest) return
    abandoned.add(oldest)
    oldest.disconnect({ reasonCode: quotaExceeded })
  }

  function isTakenOver(client: Client): boolean {
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

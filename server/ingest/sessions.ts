import type { Client } from 'aedes'
import type { Session } from './publications.ts'

/** Which connection belongs to which gateway, and whose last will still means something. */
export type Sessions = {
  /** The connection is the one that speaks for its client id from now on. */
  begin: (client: Client, session: Session) => void
  of: (client: Client) => Session | undefined
  /** We end the connection ourselves: its last will says nothing of the gateway. */
  abandon: (client: Client) => void
  isAbandoned: (client: Client) => boolean
  /** Decisions 5: a will fired by a takeover of the same client id does not make a gateway OFFLINE. */
  isTakenOver: (client: Client) => boolean
}

export function createSessions(): Sessions {
  const sessions = new WeakMap<Client, Session>()
  const abandoned = new WeakSet<Client>()
  const current = new Map<string, Client>()

  function begin(client: Client, session: Session): void {
    sessions.set(client, session)
    current.set(client.id, client)
    client.conn.once('close', () => {
      if (current.get(client.id) === client) current.delete(client.id)
    })
  }

  function isTakenOver(client: Client): boolean {
    const successor = current.get(client.id)
    return successor !== undefined && successor !== client
  }

  return {
    begin,
    of: (client) => sessions.get(client),
    abandon: (client) => void abandoned.add(client),
    isAbandoned: (client) => abandoned.has(client),
    isTakenOver,
  }
}

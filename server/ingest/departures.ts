import type { Client } from 'aedes'
import type { GatewaySessions } from './gateway-sessions.ts'

/** Gateways that are sent to another listener, each as soon as everything that it sent has its answer. */
export type Departures = {
  /** A publication of the gateway has been begun. */
  began: (client: Client) => void
  /** It has its answer. */
  answered: (client: Client) => void
  /** From now on nothing of the gateway is taken. */
  leave: (client: Client) => void
  isLeaving: (client: Client) => boolean
  /** Resolves when all that could leave by now are gone. */
  gone: () => Promise<void>
}

/** The gateway connects again, to the same address: behind it another listener answers. MQTT 5, section 3.14.2.1. */
const serverShuttingDown = 0x8b

export function createDepartures(sessions: Pick<GatewaySessions, 'abandon'>): Departures {
  const underWay = new WeakMap<Client, number>()
  const leaving = new WeakSet<Client>()
  const goodbyes: Promise<void>[] = []

  function count(client: Client, change: 1 | -1): void {
    const left = (underWay.get(client) ?? 0) + change
    underWay.set(client, left)
    if (left === 0 && leaving.has(client)) end(client)
  }

  function leave(client: Client): void {
    leaving.add(client)
    if ((underWay.get(client) ?? 0) === 0) end(client)
  }

  function end(client: Client): void {
    sessions.abandon(client)
    const said = new Promise<void>((resolve) => {
      // The acknowledgement that has just been decided is written first.
      setImmediate(() => client.disconnect({ reasonCode: serverShuttingDown }, resolve))
    })
    goodbyes.push(said)
  }

  return {
    began: (client) => count(client, 1),
    answered: (client) => count(client, -1),
    leave,
    isLeaving: (client) => leaving.has(client),
    gone: async () => void (await Promise.all(goodbyes)),
  }
}

import { units } from '#contract/push.ts'
import type { BusSubscription } from '#server/live/bus/bus.ts'
import type { EncodedNotification } from './frames.ts'
import type { PageSocket } from './page-socket.ts'

/**
 * The registration of a page: none, being checked, or valid until its token expires (`expiresAt`, epoch ms).
 * `confirms`: whether the page requested confirmations.
 */
export type Registration = { kind: 'none' } | { kind: 'checking' } | RegisteredPage

export type RegisteredPage = {
  kind: 'on'
  socket: PageSocket
  person: ConnectedPerson
  expiresAt: number
  confirms: boolean
}

export const unregistered: Registration = { kind: 'none' }

export function isCurrentRegistration(registered: RegisteredPage): boolean {
  return registered.socket.registration === registered
}

/** A person with open pages at this process. All pages of a person receive the same. */
export type ConnectedPerson = {
  id: string
  sockets: PageSocket[]
  /** Registered pages whose snapshot has not been read yet. */
  joining: RegisteredPage[]
  /** The watches by gateway id. */
  watches: Map<string, Watch>
  /** Whether messages may have been lost since the last snapshot. */
  needsSnapshot: boolean
}

/** One person's subscription to one gateway. */
export type Watch = {
  person: ConnectedPerson
  topic: GatewayTopic
  /** The subscribed units as a bit set, see `unitBitsOf`. */
  units: number
  /** When the person added the gateway, in the format of `formatChangeTime`, which is comparable as text. */
  since: string
  /** The last `seq` that the person's pages received, by the index of the unit. */
  delivered: number[]
  /** False once the person no longer watches the gateway. */
  isCurrent: boolean
}

/** A gateway that at least one person with open pages watches. */
export type GatewayTopic = {
  gatewayId: string
  watches: Watch[]
  /** The latest undelivered change of each unit, by its index; null if there is none. */
  pending: (EncodedNotification | undefined)[] | null
}

/** A notification for the pages of one person. */
export type GatewayDelivery = { watch: Watch; notification: EncodedNotification }

export type WatchRequest = { gatewayId: string } & Pick<Watch, 'units' | 'since'>

/**
 * Called when a gateway gets its first watch or loses its last, and when a person opens the first page or closes the
 * last.
 */
export type WatchObserver = Omit<BusSubscription, 'close'>

/**
 * The people with open pages at this process, and the gateways that they watch. The class itself sends and reads
 * nothing.
 */
export class SubscriptionRegistry {
  readonly people = new Map<string, ConnectedPerson>()
  /** False while change messages may be missed. */
  isBusConnected = true
  readonly #topics = new Map<string, GatewayTopic>()
  #interest: WatchObserver | null = null

  /** Sets the observer that gets the watched gateways and people from now on. */
  reportTo(interest: WatchObserver): void {
    this.#interest = interest
  }

  /** Resolves once the process receives later changes of all watched gateways and people. */
  async settled(): Promise<void> {
    await this.#interest?.settled()
  }

  topicOf(gatewayId: string): GatewayTopic | undefined {
    return this.#topics.get(gatewayId)
  }

  /** Records that the bus is lost, which stops the confirmations of all pages. */
  loseBus(): void {
    this.isBusConnected = false
    for (const person of this.people.values()) person.needsSnapshot = true
  }

  /** Returns the person with open pages at this process; creates the entry if needed. */
  personOf(personId: string): ConnectedPerson {
    let person = this.people.get(personId)
    if (person === undefined) {
      person = { id: personId, sockets: [], joining: [], watches: new Map(), needsSnapshot: false }
      this.people.set(personId, person)
      this.#interest?.watchPeople([personId])
    }
    return person
  }

  join({ socket, person }: RegisteredPage): void {
    person.sockets = [...person.sockets, socket]
  }

  /** Removes a page. A person without pages is also removed. */
  leave({ socket, person }: RegisteredPage): void {
    person.sockets = person.sockets.filter((other) => other !== socket)
    person.joining = person.joining.filter((other) => other.socket !== socket)
    if (person.sockets.length > 0) return
    for (const watch of person.watches.values()) this.drop(watch)
    this.people.delete(person.id)
    this.#interest?.unwatchPeople([person.id])
  }

  /**
   * Replaces the watched gateways of a person. A gateway that the person already watches keeps `delivered`, so that
   * pages do not get a change twice.
   */
  replace(person: ConnectedPerson, requests: readonly WatchRequest[]): void {
    const wanted = new Set(requests.map(({ gatewayId }) => gatewayId))
    for (const watch of person.watches.values()) if (!wanted.has(watch.topic.gatewayId)) this.drop(watch)
    for (const request of requests) this.#add(person, request)
  }

  drop(watch: Watch): void {
    const { topic, person } = watch
    watch.isCurrent = false
    person.watches.delete(topic.gatewayId)
    topic.watches = topic.watches.filter((other) => other !== watch)
    if (topic.watches.length > 0) return
    this.#topics.delete(topic.gatewayId)
    this.#interest?.unwatch([topic.gatewayId])
  }

  #add(person: ConnectedPerson, { gatewayId, units: bits, since }: WatchRequest): void {
    const existing = person.watches.get(gatewayId)
    if (existing !== undefined) {
      Object.assign(existing, { units: bits, since })
      return
    }
    const topic = this.#topicFor(gatewayId)
    const watch = { person, topic, units: bits, since, delivered: units.map(() => -1), isCurrent: true }
    topic.watches = [...topic.watches, watch]
    person.watches.set(gatewayId, watch)
  }

  #topicFor(gatewayId: string): GatewayTopic {
    let topic = this.#topics.get(gatewayId)
    if (topic === undefined) {
      topic = { gatewayId, watches: [], pending: null }
      this.#topics.set(gatewayId, topic)
      this.#interest?.watch([gatewayId])
    }
    return topic
  }
}

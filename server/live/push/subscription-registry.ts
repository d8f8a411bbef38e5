import { units } from '#contract/event-bus.ts'
import type { BusSubscription } from '#server/live/bus/bus.ts'
import type { EncodedNotification } from './frame-encoding.ts'
import type { PageSocket } from './page-socket.ts'

/**
 * The registration of a page: none, being checked, or valid until the page's token expires. `expiresAt`: the time at
 * which the token expires, epoch ms. `confirms`: whether the page requested confirmations.
 */
export type PageRegistration = { kind: 'none' } | { kind: 'checking' } | RegisteredPage

export type RegisteredPage = {
  kind: 'on'
  socket: PageSocket
  person: ConnectedPerson
  expiresAt: number
  confirms: boolean
}

export const noRegistration: PageRegistration = { kind: 'none' }

export function isCurrentRegistration(registeredPage: RegisteredPage): boolean {
  return registeredPage.socket.registration === registeredPage
}

/** A person with open pages at this process. All pages of a person receive the same notifications. */
export type ConnectedPerson = {
  id: string
  sockets: PageSocket[]
  /** The registered pages that have not got a snapshot yet. */
  joining: RegisteredPage[]
  /** The watches of this person, by gateway id. */
  watches: Map<string, GatewayWatch>
  /** Whether the pages may have missed messages since the last snapshot. */
  needsSnapshot: boolean
}

/** The subscription of one person to one gateway. */
export type GatewayWatch = {
  person: ConnectedPerson
  topic: WatchedGateway
  /** The subscribed units as a bit set, as `unitBitsOf` returns it. */
  units: number
  /**
   * The time at which the person added the gateway, in the format of `formatChangeTime`, whose texts can be compared.
   */
  since: string
  /** The `seq` of the newest value that the person's pages got, at the index of each unit. */
  delivered: number[]
  /** Whether the person still watches the gateway. */
  isCurrent: boolean
}

/** A gateway that at least one person with open pages watches. */
export type WatchedGateway = {
  gatewayId: string
  watches: GatewayWatch[]
  /** The latest undelivered change of each unit, at the unit's index. Null if the gateway has no undelivered change. */
  pending: (EncodedNotification | undefined)[] | null
}

/** A notification about a gateway for the pages of one person. */
export type GatewayDelivery = { watch: GatewayWatch; notification: EncodedNotification }

export type GatewayWatchRequest = { gatewayId: string } & Pick<GatewayWatch, 'units' | 'since'>

/**
 * Receives the gateways and people that this process watches. Called for the first and the last watch of a gateway, and
 * for the first and the last open page of a person.
 */
export type WatchObserver = Omit<BusSubscription, 'close'>

/**
 * Holds the people with open pages at this process and the gateways that they watch. The class neither sends messages
 * nor reads the database.
 */
export class SubscriptionRegistry {
  readonly people = new Map<string, ConnectedPerson>()
  /** Whether the process is connected to the bus. Without a connection, it may miss changes. */
  isBusConnected = true
  readonly #topics = new Map<string, WatchedGateway>()
  #interest: WatchObserver | null = null

  /** Sets the observer to which the registry reports gateways and people from now on. */
  reportTo(interest: WatchObserver): void {
    this.#interest = interest
  }

  /** Resolves once the process receives all later changes of the watched gateways and people. */
  async settled(): Promise<void> {
    await this.#interest?.settled()
  }

  topicOf(gatewayId: string): WatchedGateway | undefined {
    return this.#topics.get(gatewayId)
  }

  /** Records that the connection to the bus is lost. From then on, no page gets confirmations. */
  loseBus(): void {
    this.isBusConnected = false
    for (const person of this.people.values()) person.needsSnapshot = true
  }

  /** Returns the entry of a person with open pages. Creates the entry if needed. */
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

  /** Removes a page. If this was the person's last page, also removes the person. */
  leave({ socket, person }: RegisteredPage): void {
    person.sockets = person.sockets.filter((other) => other !== socket)
    person.joining = person.joining.filter((other) => other.socket !== socket)
    if (person.sockets.length > 0) return
    for (const watch of person.watches.values()) this.drop(watch)
    this.people.delete(person.id)
    this.#interest?.unwatchPeople([person.id])
  }

  /**
   * Replaces the watched gateways of a person. For a gateway that the person already watches, `delivered` stays
   * unchanged, so that pages do not get a change twice.
   */
  replace(person: ConnectedPerson, requests: readonly GatewayWatchRequest[]): void {
    const wantedIds = new Set(requests.map(({ gatewayId }) => gatewayId))
    for (const watch of person.watches.values()) if (!wantedIds.has(watch.topic.gatewayId)) this.drop(watch)
    for (const request of requests) this.#add(person, request)
  }

  drop(watch: GatewayWatch): void {
    const { topic, person } = watch
    watch.isCurrent = false
    person.watches.delete(topic.gatewayId)
    topic.watches = topic.watches.filter((other) => other !== watch)
    if (topic.watches.length > 0) return
    this.#topics.delete(topic.gatewayId)
    this.#interest?.unwatch([topic.gatewayId])
  }

  #add(person: ConnectedPerson, { gatewayId, units: bits, since }: GatewayWatchRequest): void {
    const gatewayWatch = person.watches.get(gatewayId)
    if (gatewayWatch !== undefined) {
      Object.assign(gatewayWatch, { units: bits, since })
      return
    }
    const topic = this.#topicFor(gatewayId)
    const watch = { person, topic, units: bits, since, delivered: units.map(() => -1), isCurrent: true }
    topic.watches = [...topic.watches, watch]
    person.watches.set(gatewayId, watch)
  }

  #topicFor(gatewayId: string): WatchedGateway {
    let topic = this.#topics.get(gatewayId)
    if (topic === undefined) {
      topic = { gatewayId, watches: [], pending: null }
      this.#topics.set(gatewayId, topic)
      this.#interest?.watch([gatewayId])
    }
    return topic
  }
}

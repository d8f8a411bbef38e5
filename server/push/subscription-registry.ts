import { units } from '#contract/push.ts'
import type { BusSubscription } from '#server/bus/bus.ts'
import type { EncodedNotification } from './frames.ts'
import type { PageSocket } from './page-socket.ts'

/**
 * Whether a page hears of its person's appliances: not, not yet, or until its token expires (epoch ms). `confirms`:
 * whether it wants to be told so.
 */
export type Registration = { kind: 'none' } | { kind: 'checking' } | Registered

export type Registered = { kind: 'on'; socket: PageSocket; person: Person; expiresAt: number; confirms: boolean }

export const unregistered: Registration = { kind: 'none' }

export function isCurrentRegistration(registered: Registered): boolean {
  return registered.socket.registration === registered
}

/** A person with open pages. All of them hear the same. */
export type Person = {
  id: string
  sockets: PageSocket[]
  /** Those that wait for a snapshot which has not been asked for yet. */
  joining: Registered[]
  /** By gateway. */
  watches: Map<string, Watch>
  /** Whether changes may have been missed that no snapshot has brought since. */
  isBehind: boolean
}

/** One person's wish to hear of one gateway. */
export type Watch = {
  person: Person
  topic: GatewayTopic
  /** Bits of the wanted units. */
  units: number
  /** Since when the person has the gateway, as `changeTime` writes it: it compares with times of changes as a text. */
  since: string
  /** The `seq` that the person's pages know, for each unit. */
  known: number[]
  /** False once the person does not watch the gateway any more. */
  isCurrent: boolean
}

/** A gateway that somebody watches. */
export type GatewayTopic = {
  gatewayId: string
  watches: Watch[]
  /** The latest change of each unit that has not been delivered, or null when there is none. */
  pending: (EncodedNotification | undefined)[] | null
}

/** A change on its way to one person's pages. */
export type GatewayDelivery = { watch: Watch; notification: EncodedNotification }

export type WatchWish = { gatewayId: string } & Pick<Watch, 'units' | 'since'>

/** Told when a gateway gets its first watcher and loses its last, and the same of people and their pages. */
export type WatchObserver = Omit<BusSubscription, 'close'>

/** Who has pages open, and which gateways they watch. Pure bookkeeping. */
export class SubscriptionRegistry {
  readonly people = new Map<string, Person>()
  /** Whether every change is heard of. */
  hasBus = true
  readonly #topics = new Map<string, GatewayTopic>()
  #interest: WatchObserver | null = null

  /** Names whoever wants to know which gateways are watched, and whose pages are open, from now on. */
  reportTo(interest: WatchObserver): void {
    this.#interest = interest
  }

  /** Resolves once later changes of all that is watched by now will be heard of. */
  async settled(): Promise<void> {
    await this.#interest?.settled()
  }

  topicOf(gatewayId: string): GatewayTopic | undefined {
    return this.#topics.get(gatewayId)
  }

  /** Nobody's pages are told any more that they are up to date. */
  loseBus(): void {
    this.hasBus = false
    for (const person of this.people.values()) person.isBehind = true
  }

  /** The person with open pages here, who may be new. */
  personOf(personId: string): Person {
    let person = this.people.get(personId)
    if (person === undefined) {
      person = { id: personId, sockets: [], joining: [], watches: new Map(), isBehind: false }
      this.people.set(personId, person)
      this.#interest?.watchPeople([personId])
    }
    return person
  }

  join({ socket, person }: Registered): void {
    person.sockets = [...person.sockets, socket]
  }

  /** Removes a socket; a person without sockets is forgotten. */
  leave({ socket, person }: Registered): void {
    person.sockets = person.sockets.filter((other) => other !== socket)
    person.joining = person.joining.filter((other) => other.socket !== socket)
    if (person.sockets.length > 0) return
    for (const watch of person.watches.values()) this.drop(watch)
    this.people.delete(person.id)
    this.#interest?.unwatchPeople([person.id])
  }

  /** Makes the person watch these gateways and no others. What is known of a gateway stays known. */
  replace(person: Person, wishes: readonly WatchWish[]): void {
    const wanted = new Set(wishes.map(({ gatewayId }) => gatewayId))
    for (const watch of person.watches.values()) if (!wanted.has(watch.topic.gatewayId)) this.drop(watch)
    for (const wish of wishes) this.#add(person, wish)
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

  #add(person: Person, { gatewayId, units: bits, since }: WatchWish): void {
    const existing = person.watches.get(gatewayId)
    if (existing !== undefined) {
      Object.assign(existing, { units: bits, since })
      return
    }
    const topic = this.#topicFor(gatewayId)
    const watch = { person, topic, units: bits, since, known: units.map(() => -1), isCurrent: true }
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

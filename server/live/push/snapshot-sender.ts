import { minuteMs } from '#contract/durations.ts'
import { formatChangeTime } from '#server/live/bus/bus.ts'
import { deliverNotification } from './change-delivery.ts'
import type { PageDeliveryDependencies, PageSocket } from './page-socket.ts'
import { EncodedNotification, unitBitsOf } from './frame-encoding.ts'
import { startPushLoop } from './push-loop.ts'
import type { SubscribedStatus } from './store.ts'
import { readSubscribedReports, readSubscribedStatuses, readSubscriptions } from './store.ts'
import type { ViewRecorder } from './view-recorder.ts'
import {
  isCurrentRegistration,
  type ConnectedPerson,
  type RegisteredPage,
  type SubscriptionRegistry,
} from './subscription-registry.ts'
import type { Services } from '#server/services.ts'

export type SnapshotSender = {
  /**
   * Sends a page the current values of all subscriptions of its person. Any other notification for the page waits until
   * the values are sent.
   */
  sendSnapshot(registered: RegisteredPage): void
  /** Reads the person's subscriptions and their values again. Each page gets only values that it does not have. */
  refresh(person: ConnectedPerson): void
  /**
   * Does the same as `refresh`, for a person whose pages may have missed changes. Until the values are sent, the pages
   * get no confirmations.
   */
  readAgain(person: ConnectedPerson): void
  close(): Promise<void>
}

export type SnapshotSenderDependencies = Pick<Services, 'pool' | 'log'> & {
  subscriptionRegistry: SubscriptionRegistry
  deliveryDependencies: PageDeliveryDependencies
  viewRecords: Pick<ViewRecorder, 'recordFor'>
}

const peoplePerRead = 500

/**
 * The maximum age of a report in a snapshot. After this time without a report a gateway is OFFLINE, so an older report
 * is not current. Specification 14.1.
 */
const maxReportAgeMs = 15 * minuteMs

/**
 * Creates the sender of snapshots, which reads subscriptions and current values for many people at the same time. The
 * sender watches the gateways before it reads their values, so a change that the read misses arrives over the bus.
 * `seq` shows which value is newer.
 */
export function createSnapshotSender(dependencies: SnapshotSenderDependencies): SnapshotSender {
  const { subscriptionRegistry, deliveryDependencies, log } = dependencies
  const wantedPeople = new Set<ConnectedPerson>()
  const { wake, stop: close } = startPushLoop({ log, name: 'a snapshot', work: readNext })

  function sendSnapshot(registeredPage: RegisteredPage): void {
    registeredPage.socket.held ??= new Map()
    registeredPage.person.joining.push(registeredPage)
    refresh(registeredPage.person)
  }

  function refresh(person: ConnectedPerson): void {
    wantedPeople.add(person)
    wake()
  }

  function readAgain(person: ConnectedPerson): void {
    person.needsSnapshot = true
    refresh(person)
  }

  async function readNext(): Promise<boolean> {
    const people = [...wantedPeople].slice(0, peoplePerRead)
    for (const person of people) wantedPeople.delete(person)
    const registeredPages = people.flatMap(({ joining }) => joining)
    for (const person of people) person.joining = []
    try {
      await readFor(people, registeredPages)
    } catch (error) {
      for (const registeredPage of registeredPages) registeredPage.person.joining.push(registeredPage)
      for (const person of people) {
        person.needsSnapshot = true
        wantedPeople.add(person)
      }
      throw error
    }
    return wantedPeople.size > 0
  }

  async function readFor(people: readonly ConnectedPerson[], joinedPages: readonly RegisteredPage[]): Promise<void> {
    await subscriptionRegistry.settled()
    await replaceWatches(dependencies, people)
    await subscriptionRegistry.settled()
    const values = await readValues(dependencies, people)
    const joinedOf = Map.groupBy(joinedPages.filter(isCurrentRegistration), ({ person }) => person)
    for (const value of values) sendToPages(dependencies, value, joinedOf)
    for (const { socket } of joinedPages.filter(isCurrentRegistration)) socket.release(deliveryDependencies)
    const caughtUp = people.filter(({ needsSnapshot }) => needsSnapshot).filter(catchUp)
    const current = new Set([...joinedPages.filter(isCurrentRegistration), ...caughtUp].flatMap(socketsOf))
    for (const socket of current) socket.confirm()
  }

  /**
   * Marks the pages of a person as current. Returns false if the pages need another snapshot, because another read
   * was requested or the bus is not connected.
   */
  function catchUp(person: ConnectedPerson): boolean {
    person.needsSnapshot = !subscriptionRegistry.isBusConnected || wantedPeople.has(person)
    return !person.needsSnapshot
  }

  return { sendSnapshot, refresh, readAgain, close }
}

/**
 * Reads the subscriptions of the people again, and watches the gateways of these subscriptions instead of the earlier
 * ones.
 */
async function replaceWatches(
  { pool, subscriptionRegistry, deliveryDependencies, viewRecords }: SnapshotSenderDependencies,
  people: readonly ConnectedPerson[],
): Promise<void> {
  const now = deliveryDependencies.clock.now()
  const subscriptions = await readSubscriptions(pool, { personIds: idsOf(people), now })
  const byPerson = Map.groupBy(subscriptions, ({ personId }) => personId)
  for (const person of people) {
    const chosenGateways = (byPerson.get(person.id) ?? []).map(({ gatewayId, units, addedAt }) => ({
      gatewayId,
      units: unitBitsOf(units),
      since: formatChangeTime(addedAt.getTime()),
    }))
    if (subscriptionRegistry.people.get(person.id) !== person) continue
    subscriptionRegistry.replace(person, chosenGateways)
    viewRecords.recordFor(person)
  }
}

/** Reads the current status and reports of the subscribed gateways. Returns the statuses first. */
async function readValues(
  { pool, deliveryDependencies }: SnapshotSenderDependencies,
  people: readonly ConnectedPerson[],
): Promise<Iterable<PersonNotification>> {
  const now = deliveryDependencies.clock.now()
  const [statuses, reports] = await Promise.all([
    readSubscribedStatuses(pool, { personIds: idsOf(people), now }),
    readSubscribedReports(pool, { personIds: idsOf(people), now }, now - maxReportAgeMs),
  ])
  // Creates each notification only when it is sent, because all notifications of many people with many gateways would
  // need much memory.
  return (function* notifications() {
    for (const status of statuses) yield { personId: status.personId, notification: statusNotificationOf(status, now) }
    for (const { personId, change } of reports) yield { personId, notification: new EncodedNotification(change) }
  })()
}

function sendToPages(
  { subscriptionRegistry, deliveryDependencies }: SnapshotSenderDependencies,
  { personId, notification }: PersonNotification,
  joinedOf: ReadonlyMap<ConnectedPerson, readonly RegisteredPage[]>,
): void {
  const person = subscriptionRegistry.people.get(personId)
  const watch = person?.watches.get(notification.change.gatewayId)
  if (person === undefined || watch === undefined) return
  const delivery = { watch, notification }
  for (const { socket } of joinedOf.get(person) ?? []) socket.hold(delivery)
  deliverNotification(delivery, deliveryDependencies)
}

function socketsOf(whose: RegisteredPage | ConnectedPerson): readonly PageSocket[] {
  return 'sockets' in whose ? whose.sockets : [whose.socket]
}

type PersonNotification = { personId: string; notification: EncodedNotification }

function idsOf(people: readonly ConnectedPerson[]): string[] {
  return people.map(({ id }) => id)
}

// Creates the notification of a status. A gateway that has never reported has the status UNKNOWN without a start
// time.
function statusNotificationOf({ gatewayId, status }: SubscribedStatus, now: number): EncodedNotification {
  if (status === null) {
    const payload = { gatewayStatus: 'UNKNOWN', since: null, faultCode: null, severity: null }
    return new EncodedNotification({ gatewayId, unit: 'status', seq: 0, ts: new Date(now).toISOString(), payload })
  }
  return new EncodedNotification({ gatewayId, unit: 'status', ...status })
}

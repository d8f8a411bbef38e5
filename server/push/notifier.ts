import type { Log } from '#server/log.ts'
import type { Pool } from 'pg'
import type { PageNotification } from '#contract/push.ts'
import type { BusMessage, Traced } from '#server/bus/bus.ts'
import { tracedTogether } from '#server/tracing.ts'
import { notificationMessage } from './frames.ts'
import type { DeliveryDependencies } from './page-socket.ts'
import { pushLoop } from './push-loop.ts'
import { findPairsWithoutEditing, findPairsWithoutRights, type RightsQuery } from './store.ts'
import type { Person, SubscriptionRegistry } from './subscription-registry.ts'

export type NotifierDependencies = {
  pool: Pool
  subscriptionRegistry: SubscriptionRegistry
  deliveryDependencies: DeliveryDependencies
  log: Log
}

/** A notification about a gateway for one person's pages. */
type PersonNotification = { person: Person; gatewayId: string; body: PageNotification }

type NotificationKind<Message> = {
  /** For the log: "news of exports". */
  name: string
  /** Of pending messages with the same key, one is sent. */
  keyOf(message: Message): string
  together(earlier: Message, later: Message): Message
  /** The people with open pages that the message concerns. */
  notificationsOf(message: Message): PersonNotification[]
  /** The indices of people who may no longer get it. */
  findWithoutRights(pool: Pool, asked: RightsQuery): Promise<number[]>
}

export type Notifier<Message> = { notify(message: Message): void; close(): Promise<void> }

type ServiceMessage = Extract<BusMessage, { kind: 'service' }>
type ExportMessage = Extract<BusMessage, { kind: 'export' }>

/**
 * Notifies the watchers of an appliance that its address or contracts changed, or the one person who named it. Never
 * contains the new values: the page reads them itself.
 */
export function createServiceNotifier(dependencies: NotifierDependencies): Notifier<ServiceMessage> {
  const { subscriptionRegistry } = dependencies
  return createNotifier(dependencies, {
    name: 'news of service settings',
    keyOf: ({ gatewayId, personId = 'everybody' }) => `${gatewayId} ${personId}`,
    // Several combined changes have no single request as their cause.
    together: (_, { requestId: _one, ...later }) => later,
    notificationsOf: ({ gatewayId, personId, requestId }) => {
      const watches = subscriptionRegistry.topicOf(gatewayId)?.watches ?? []
      const concerned = watches.filter(({ person }) => personId === undefined || person.id === personId)
      return concerned.map(({ person }) => ({
        person,
        gatewayId,
        body: { resourceId: gatewayId, resourceType: 'service', requestId },
      }))
    },
    findWithoutRights: findPairsWithoutRights,
  })
}

/** Sends the owner's pages the progress of an export, the latest of each request. */
export function createExportNotifier(dependencies: NotifierDependencies): Notifier<ExportMessage> {
  const { people } = dependencies.subscriptionRegistry
  return createNotifier(dependencies, {
    name: 'news of exports',
    keyOf: ({ requestId }) => requestId,
    together: (_, later) => later,
    notificationsOf: ({ personId, gatewayId, requestId, state, progress }) => {
      const person = people.get(personId)
      if (!person) return []
      return [
        { person, gatewayId, body: { resourceId: gatewayId, resourceType: 'export', requestId, state, progress } },
      ]
    },
    findWithoutRights: findPairsWithoutEditing,
  })
}

/** Notifies a person's pages of notices to read. They are the person's own, so no rights are checked. */
export function notifyOfNotices(
  personId: string,
  { people }: Pick<SubscriptionRegistry, 'people'>,
  { clock }: Pick<DeliveryDependencies, 'clock'>,
): void {
  const person = people.get(personId)
  if (person) sendTo(person, { resourceType: 'notices' }, clock.now())
}

function sendTo({ sockets }: Person, body: PageNotification, now: number): void {
  const text = notificationMessage(body)
  for (const socket of sockets) if (socket.isRegisteredAt(now)) socket.sendJson(text)
}

/**
 * Notifies pages of changes. A page that does not read misses them, and reads again at its next focus. Specification
 * 14.3: rights are checked again at delivery.
 */
function createNotifier<Message extends Traced>(
  { pool, deliveryDependencies, log }: Omit<NotifierDependencies, 'subscriptionRegistry'>,
  { name, keyOf, together, notificationsOf, findWithoutRights }: NotificationKind<Message>,
): Notifier<Message> {
  const waiting = new Map<string, Message>()
  const { wake, stop: close } = pushLoop({ log, name, work: sendAll })

  function notify(message: Message): void {
    if (notificationsOf(message).length === 0) return
    const earlier = waiting.get(keyOf(message))
    waiting.set(keyOf(message), earlier ? together(earlier, message) : message)
    wake()
  }

  async function sendAll(): Promise<boolean> {
    const messages = [...waiting]
    await tracedTogether(
      { name: `deliver ${name}`, attributes: { 'messaging.batch.message_count': messages.length } },
      () => messages.flatMap(([, { trace }]) => trace ?? []),
      async () => sendRound(messages),
    )
    return waiting.size > 0
  }

  async function sendRound(messages: readonly (readonly [string, Message])[]): Promise<void> {
    const notifications = messages.flatMap(([, message]) => notificationsOf(message))
    const withoutRights = new Set(await indicesWithoutRights(notifications))
    for (const [key, message] of messages) if (waiting.get(key) === message) waiting.delete(key)
    const now = deliveryDependencies.clock.now()
    for (const [index, { person, body }] of notifications.entries())
      if (!withoutRights.has(index)) sendTo(person, body, now)
  }

  async function indicesWithoutRights(notifications: readonly PersonNotification[]): Promise<number[]> {
    if (notifications.length === 0) return []
    const personIds = notifications.map(({ person }) => person.id)
    const gatewayIds = notifications.map(({ gatewayId }) => gatewayId)
    return findWithoutRights(pool, { personIds, gatewayIds, now: deliveryDependencies.clock.now() })
  }

  return { notify, close }
}

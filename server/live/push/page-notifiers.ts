import type { Pool } from 'pg'
import type { PageNotification } from '#contract/event-bus.ts'
import type { BusMessage, TraceField } from '#server/live/bus/bus.ts'
import { runAsStepOfTraces } from '#server/tracing.ts'
import { encodeNotification } from './frame-encoding.ts'
import type { PageDeliveryDependencies } from './page-socket.ts'
import { startPushLoop } from './push-loop.ts'
import { findPairsWithoutEditingRights, readServiceSettingsSeqs, type PersonGatewayPairs } from './store.ts'
import type { ConnectedPerson, SubscriptionRegistry } from './subscription-registry.ts'
import type { Services } from '#server/services.ts'

export type PageNotifierDependencies = Pick<Services, 'pool' | 'log'> & {
  subscriptionRegistry: SubscriptionRegistry
  deliveryDependencies: PageDeliveryDependencies
}

/**
 * A notification about a gateway for the pages of one person. `isOfPreviousRelease`: whether a process of the
 * previous release made the change; such a change did not increase `seq`.
 */
type PersonNotification = {
  person: ConnectedPerson
  gatewayId: string
  body: PageNotification
  isOfPreviousRelease?: boolean
}

function rightsQueryOf(notifications: readonly PersonNotification[], now: number): PersonGatewayPairs {
  return {
    now,
    personIds: notifications.map(({ person }) => person.id),
    gatewayIds: notifications.map(({ gatewayId }) => gatewayId),
  }
}

type NotificationKind<Message> = {
  /** The name of this kind of notification in the log, such as "changes of exports". */
  name: string
  /** Returns the key of a message. `together` combines messages with the same key that wait at the same time. */
  keyOf(message: Message): string
  together(earlier: Message, later: Message): Message
  /** Returns the notifications for a message. People without open pages get none. */
  notificationsOf(message: Message): PersonNotification[]
  /** Returns the notifications whose person has the right to get them at `now` (epoch ms). */
  permitted(pool: Pool, notifications: readonly PersonNotification[], now: number): Promise<PersonNotification[]>
}

export type PageNotifier<Message> = { notify(message: Message): void; close(): Promise<void> }

type ServiceMessage = Extract<BusMessage, { kind: 'service' }>
type ExportMessage = Extract<BusMessage, { kind: 'export' }>

/**
 * Creates the notifier of changed service settings. If the address or contracts of an appliance change, all people who
 * watch the appliance get a notification. If a person changes their own name for the appliance, only that person gets
 * one. The notification does not contain the new values; the page reads them.
 */
export function createServiceSettingsNotifier(dependencies: PageNotifierDependencies): PageNotifier<ServiceMessage> {
  const { subscriptionRegistry } = dependencies
  return createNotifier(dependencies, {
    name: 'changes of service settings',
    keyOf: ({ gatewayId, personId = 'everybody' }) => `${gatewayId} ${personId}`,
    together: (earlier, later) => ({ ...earlier, ...later }),
    notificationsOf: ({ gatewayId, personId, requestId }) => {
      const watches = subscriptionRegistry.topicOf(gatewayId)?.watches ?? []
      const gatewayWatches = watches.filter(({ person }) => personId === undefined || person.id === personId)
      const isOfPreviousRelease = requestId !== undefined
      return gatewayWatches.map(({ person }) => ({
        person,
        gatewayId,
        body: { resourceId: gatewayId, resourceType: 'service' },
        ...(isOfPreviousRelease && { isOfPreviousRelease }),
      }))
    },
    permitted: async (pool, notifications, now) => {
      const seqs = await readServiceSettingsSeqs(pool, rightsQueryOf(notifications, now))
      return notifications.flatMap((notification, index) => {
        const seq = seqs.get(index)
        if (seq === undefined) return []
        if (notification.isOfPreviousRelease) return [notification]
        return [
          { ...notification, body: { resourceId: notification.gatewayId, resourceType: 'service', seq } as const },
        ]
      })
    },
  })
}

/**
 * Creates the notifier of export progress. The notifier sends the progress to the pages of the person who requested the
 * export. If several messages about one request wait, only the latest is sent.
 */
export function createExportNotifier(dependencies: PageNotifierDependencies): PageNotifier<ExportMessage> {
  const { people } = dependencies.subscriptionRegistry
  return createNotifier(dependencies, {
    name: 'changes of exports',
    keyOf: ({ requestId }) => requestId,
    together: (_, later) => later,
    notificationsOf: ({ personId, gatewayId, requestId, state, progress }) => {
      const person = people.get(personId)
      if (!person) return []
      return [
        { person, gatewayId, body: { resourceId: gatewayId, resourceType: 'export', requestId, state, progress } },
      ]
    },
    permitted: async (pool, notifications, now) => {
      const withoutEditing = new Set(await findPairsWithoutEditingRights(pool, rightsQueryOf(notifications, now)))
      return notifications.filter((_, index) => !withoutEditing.has(index))
    },
  })
}

/**
 * Notifies a person's pages that the person's notices changed. Checks no rights, because notices belong to the person.
 */
export function notifyPagesOfNotices(
  personId: string,
  { people }: Pick<SubscriptionRegistry, 'people'>,
  { clock }: Pick<PageDeliveryDependencies, 'clock'>,
): void {
  const person = people.get(personId)
  if (person) sendTo(person, { resourceType: 'notices' }, clock.now())
}

function sendTo({ sockets }: ConnectedPerson, body: PageNotification, now: number): void {
  const text = encodeNotification(body)
  for (const socket of sockets) if (socket.isRegisteredAt(now)) socket.sendJson(text)
}

/**
 * Creates a notifier of pages. A page that does not read its socket misses a notification; it reads the data again when
 * it next gets the focus. Rights are checked again at delivery. Specification 14.3.
 */
function createNotifier<Message extends TraceField>(
  { pool, deliveryDependencies, log }: Omit<PageNotifierDependencies, 'subscriptionRegistry'>,
  { name, keyOf, together, notificationsOf, permitted }: NotificationKind<Message>,
): PageNotifier<Message> {
  const waiting = new Map<string, Message>()
  const { wake, stop: close } = startPushLoop({ log, name, work: sendAll })

  function notify(message: Message): void {
    if (notificationsOf(message).length === 0) return
    const earlier = waiting.get(keyOf(message))
    waiting.set(keyOf(message), earlier ? together(earlier, message) : message)
    wake()
  }

  async function sendAll(): Promise<boolean> {
    const messages = [...waiting]
    await runAsStepOfTraces(
      { name: `deliver ${name}`, attributes: { 'messaging.batch.message_count': messages.length } },
      () => messages.flatMap(([, { trace }]) => trace ?? []),
      async () => sendRound(messages),
    )
    return waiting.size > 0
  }

  async function sendRound(messages: readonly (readonly [string, Message])[]): Promise<void> {
    const notifications = messages.flatMap(([, message]) => notificationsOf(message))
    const { clock } = deliveryDependencies
    const personNotifications = notifications.length === 0 ? [] : await permitted(pool, notifications, clock.now())
    for (const [key, message] of messages) if (waiting.get(key) === message) waiting.delete(key)
    const now = clock.now()
    for (const { person, body } of personNotifications) sendTo(person, body, now)
  }

  return { notify, close }
}

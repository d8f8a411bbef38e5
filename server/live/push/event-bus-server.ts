import type { IncomingMessage, Server } from 'node:http'
import type { RecordDailyAct } from '#server/audit/daily/daily-act.ts'
import type { Bus, BusListener, BusMessage } from '#server/live/bus/bus.ts'
import type { Caller } from '#server/http/caller.ts'
import { parseBridgeRequest } from './bridge-request.ts'
import { encodeBridgeError } from './frame-encoding.ts'
import type { PushMetrics } from './metrics.ts'
import { createPushMetrics } from './metrics.ts'
import type { PageSocket } from './page-socket.ts'
import { createPresenceTracker } from './presence-tracker.ts'
import type { PersonIdProvider, PageRegistrar, PageTokenVerifier } from './page-registrar.ts'
import { createPageRegistrar } from './page-registrar.ts'
import { createChangeDelivery } from './change-delivery.ts'
import { createExportNotifier, createServiceSettingsNotifier, notifyPagesOfNotices } from './page-notifiers.ts'
import { createSnapshotSender } from './snapshot-sender.ts'
import { createViewRecorder } from './view-recorder.ts'
import type { SpreadOptions } from '#server/spread-calls.ts'
import { attachSockJsTransport } from './sockjs-transport.ts'
import type { SocketLimits } from './admit-socket-upgrade.ts'
import { defaultSocketLimits } from './admit-socket-upgrade.ts'
import { superviseSocket } from './supervise-socket.ts'
import { type ConnectedPerson, SubscriptionRegistry } from './subscription-registry.ts'
import type { Services } from '#server/services.ts'

export type EventBusDependencies = Pick<Services, 'database' | 'clock' | 'log'> & {
  bus: Bus
  verifyToken: PageTokenVerifier
  personIdOf: PersonIdProvider
  /** Rejects if the person has not accepted the terms. Without this option, terms are not checked. @throws Refusal */
  passTerms?: (caller: Caller) => Promise<void>
  /** Records that a person receives values. If the option is absent, nothing is recorded. */
  recordDailyAct?: RecordDailyAct
  /** The origins whose pages may connect, such as `https://portal.example.com`. */
  allowedOrigins: ReadonlySet<string>
  /** Returns the client's network address of a request. By default it is the peer's address. */
  addressOf?: (request: IncomingMessage) => string
  limits?: SocketLimits
  metrics?: PushMetrics
}

export type EventBusServer = {
  metrics: PushMetrics
  /**
   * Does the work of each second: sends heartbeats, enforces limits, ends registrations whose token has expired, and
   * records views and open pages. A timer calls it every second.
   */
  sweep(): void
  /**
   * Closes the sockets of all pages, spread over `overMs`, and stops. Call this function before the HTTP server is
   * closed, because that server waits for its sockets.
   */
  close(spread?: SpreadOptions): Promise<void>
}

const sweepEveryMs = 1_000

/**
 * Serves the event bus of the pages on the upgrade requests of an HTTP server. Rejects if the bus between the
 * processes cannot be reached. Specification 7 and 14.
 */
export async function attachEventBus(server: Server, dependencies: EventBusDependencies): Promise<EventBusServer> {
  const { bus, clock, metrics = createPushMetrics() } = dependencies
  const parts = createParts(dependencies, metrics)
  const subscription = await bus.subscribe(listenerOf(parts))
  parts.subscriptionRegistry.reportTo(subscription)
  const transport = attachSockJsTransport(server, {
    clock,
    metrics,
    allowedOrigins: dependencies.allowedOrigins,
    limits: dependencies.limits ?? defaultSocketLimits,
    addressOf: dependencies.addressOf ?? ownAddressOf,
    onMessage: (socket, message) => handleMessage(socket, message, parts.registrar),
    onClose: (socket) => parts.registrar.unregister(socket),
    onSweep: (socket, now) => superviseSocket(socket, now, { ...parts, metrics }),
  })

  function sweep(): void {
    transport.sweep()
    parts.presence.tick(clock.now())
    parts.viewRecords.tick(clock.now())
  }
  const timer = setInterval(sweep, sweepEveryMs)

  async function close(spread?: SpreadOptions): Promise<void> {
    await transport.close(spread)
    clearInterval(timer)
    subscription.close()
    const { changeDelivery, snapshots, serviceNotifier, exportNotifier, presence } = parts
    await Promise.all(
      [changeDelivery, snapshots, serviceNotifier, exportNotifier, presence].map((part) => part.close()),
    )
  }

  return { metrics, sweep, close }
}

function createParts(dependencies: EventBusDependencies, metrics: PushMetrics) {
  const { database, bus, clock, log, recordDailyAct = () => {} } = dependencies
  const subscriptionRegistry = new SubscriptionRegistry()
  const viewRecords = createViewRecorder({ subscriptionRegistry, recordDailyAct })
  const inner = { ...database, subscriptionRegistry, deliveryDependencies: { clock, metrics }, log, viewRecords }
  const snapshots = createSnapshotSender(inner)
  const registrar = createPageRegistrar({
    passTerms: passEverybody,
    ...dependencies,
    subscriptionRegistry,
    snapshots,
    metrics,
  })
  return {
    ...inner,
    snapshots,
    registrar,
    serviceNotifier: createServiceSettingsNotifier(inner),
    exportNotifier: createExportNotifier(inner),
    changeDelivery: createChangeDelivery({ ...inner, snapshots }),
    presence: createPresenceTracker({ ...inner, bus }),
  }
}

/** Returns a listener that handles messages of the bus between processes for the open pages. */
function listenerOf(parts: ReturnType<typeof createParts>): BusListener {
  const { subscriptionRegistry, changeDelivery, snapshots, registrar, serviceNotifier, exportNotifier } = parts

  function onMessage(message: BusMessage): void {
    switch (message.kind) {
      case 'gateway':
        return changeDelivery.onChange(message)
      case 'access':
        return refreshWatchersOf(message.gatewayId)
      case 'service':
        return serviceNotifier.notify(message)
      case 'subscriptions':
        return sendSnapshotToAll(subscriptionRegistry.people.get(message.personId))
      case 'session-ended':
      case 'person-erased':
        return cutAll(subscriptionRegistry.people.get(message.personId))
      case 'export':
        return exportNotifier.notify(message)
      case 'notices':
        return notifyPagesOfNotices(message.personId, subscriptionRegistry, parts.deliveryDependencies)
      case 'partner-changes':
        return undefined
    }
  }

  function refreshWatchersOf(gatewayId: string): void {
    for (const { person } of subscriptionRegistry.topicOf(gatewayId)?.watches ?? []) snapshots.refresh(person)
  }

  function sendSnapshotToAll(person: ConnectedPerson | undefined): void {
    for (const { registration } of person?.sockets ?? [])
      if (registration.kind === 'on') snapshots.sendSnapshot(registration)
  }

  function cutAll(person: ConnectedPerson | undefined): void {
    for (const socket of person?.sockets ?? []) registrar.cut(socket, 'session_ended')
  }

  return {
    onMessages: (messages) => messages.forEach(onMessage),
    onLost: () => subscriptionRegistry.loseBus(),
    onResync: () => {
      subscriptionRegistry.isBusConnected = true
      for (const person of subscriptionRegistry.people.values()) snapshots.readAgain(person)
    },
  }
}

function handleMessage(socket: PageSocket, message: string, registrar: PageRegistrar): void {
  const request = parseBridgeRequest(message)
  if (request.kind === 'refused') socket.sendJson(encodeBridgeError(request.why))
  if (request.kind === 'register') void registrar.register(socket, request)
  if (request.kind === 'unregister') registrar.unregister(socket)
}

async function passEverybody(): Promise<void> {}

function ownAddressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? ''
}

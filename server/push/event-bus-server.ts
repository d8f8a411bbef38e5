import type { Log } from '#server/log.ts'
import type { IncomingMessage, Server } from 'node:http'
import type { Bus } from '#server/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { bridgeError, readRequest } from './bridge.ts'
import { createBusDispatcher } from './bus-dispatcher.ts'
import type { PushMetrics } from './metrics.ts'
import { newPushMetrics } from './metrics.ts'
import type { PageSocket } from './page-socket.ts'
import { startPresence } from './presence.ts'
import type { PersonIdOf, Registrar, VerifyPageToken } from './registrar.ts'
import { createRegistrar } from './registrar.ts'
import { createChangeDelivery } from './change-delivery.ts'
import { createExportNotifier, createServiceNotifier } from './notifier.ts'
import { createSnapshots } from './snapshots.ts'
import type { Spread } from '#server/spread.ts'
import { attachSockJs } from './sockjs.ts'
import type { SocketLimits } from './upgrade.ts'
import { defaultSocketLimits } from './upgrade.ts'
import { superviseSocket } from './supervise-socket.ts'
import { SubscriptionRegistry } from './subscription-registry.ts'

export type EventBusDependencies = {
  database: Database
  bus: Bus
  clock: Clock
  log: Log
  verifyToken: VerifyPageToken
  personIdOf: PersonIdOf
  /** Whether the person has passed the terms gate; all have, unless told. @throws Refusal */
  passTerms?: (caller: Caller) => Promise<void>
  /** Origins whose pages may connect: `https://portal.example.com`. */
  allowedOrigins: ReadonlySet<string>
  /** The network address of a request; the connection's own unless a trusted proxy stands before. */
  addressOf?: (request: IncomingMessage) => string
  limits?: SocketLimits
  metrics?: PushMetrics
}

export type EventBusServer = {
  metrics: PushMetrics
  /** Does what time asks for: heartbeats, limits, expired tokens. Runs by itself every second. */
  sweep(): void
  /**
   * Says goodbye to the pages, spread over `overMs`, and stops. Call it before the HTTP server closes, which waits for
   * its sockets.
   */
  close(spread?: Spread): Promise<void>
}

const sweepEveryMs = 1_000

/**
 * Serves the page's event bus on the upgrades of an HTTP server: bus, rights, sockets. Rejects when the bus between
 * processes is not there. Specification 7 and 14.
 */
export async function attachEventBus(server: Server, dependencies: EventBusDependencies): Promise<EventBusServer> {
  const { bus, clock, metrics = newPushMetrics() } = dependencies
  const parts = assemble(dependencies, metrics)
  const subscription = await bus.subscribe(createBusDispatcher(parts))
  parts.subscriptionRegistry.reportTo(subscription)
  const transport = attachSockJs(server, {
    clock,
    metrics,
    allowedOrigins: dependencies.allowedOrigins,
    limits: dependencies.limits ?? defaultSocketLimits,
    addressOf: dependencies.addressOf ?? ownAddressOf,
    onMessage: (socket, message) => answer(socket, message, parts.registrar),
    onClose: (socket) => parts.registrar.unregister(socket),
    onSweep: (socket, now) => superviseSocket(socket, now, { ...parts, metrics }),
  })

  function sweep(): void {
    transport.sweep()
    parts.presence.tick(clock.now())
  }
  const timer = setInterval(sweep, sweepEveryMs)

  async function close(spread?: Spread): Promise<void> {
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

function assemble(dependencies: EventBusDependencies, metrics: PushMetrics) {
  const { database, clock, log } = dependencies
  const subscriptionRegistry = new SubscriptionRegistry()
  const inner = { ...database, subscriptionRegistry, deliveryDependencies: { clock, metrics }, log }
  const snapshots = createSnapshots(inner)
  const registrar = createRegistrar({ passTerms: allPass, ...dependencies, subscriptionRegistry, snapshots, metrics })
  return {
    ...inner,
    snapshots,
    registrar,
    serviceNotifier: createServiceNotifier(inner),
    exportNotifier: createExportNotifier(inner),
    changeDelivery: createChangeDelivery({ ...inner, snapshots }),
    presence: startPresence(inner),
  }
}

function answer(socket: PageSocket, message: string, registrar: Registrar): void {
  const request = readRequest(message)
  if (request.kind === 'refused') socket.sendJson(bridgeError(request.why))
  if (request.kind === 'register') void registrar.register(socket, request)
  if (request.kind === 'unregister') registrar.unregister(socket)
}

async function allPass(): Promise<void> {}

function ownAddressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? ''
}

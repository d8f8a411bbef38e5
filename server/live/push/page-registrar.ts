import type { Scope } from '#contract/scopes.ts'
import type { Caller } from '#server/http/caller.ts'
import { Refusal, refusalStatusOf } from '#server/http/refusals.ts'
import { type PageRegistrationRequest } from './bridge-request.ts'
import { encodeErrorForHandler, encodeBridgeError } from './frame-encoding.ts'
import type { PushMetrics } from './metrics.ts'
import type { PageSocket } from './page-socket.ts'
import type { SnapshotSender } from './snapshot-sender.ts'
import { type RegisteredPage, type SubscriptionRegistry, noRegistration } from './subscription-registry.ts'
import type { Services } from '#server/services.ts'

/**
 * Checks the access token of a page, and returns the caller. `expiresAt`: epoch ms. @throws Refusal `unauthenticated`
 * or `unavailable`
 */
export type PageTokenVerifier = (token: string) => Promise<Caller & { expiresAt: number }>

/** Returns the id of a person, whom issuer and subject identify. Creates the person if needed. */
export type PersonIdProvider = (person: { issuer: string; subject: string }) => Promise<string>

export type PageRegistrarDependencies = Pick<Services, 'clock' | 'log'> & {
  verifyToken: PageTokenVerifier
  personIdOf: PersonIdProvider
  /** Rejects if the person has not accepted the terms. Specification 4.14. @throws Refusal */
  passTerms(caller: Caller): Promise<void>
  subscriptionRegistry: SubscriptionRegistry
  snapshots: SnapshotSender
  metrics: PushMetrics
}

export type PageRegistrar = {
  register(socket: PageSocket, request: PageRegistrationRequest): Promise<void>
  unregister(socket: PageSocket): void
  /** Ends the registration of a page. Sends the reason to the page, and closes the socket. */
  cut(socket: PageSocket, reason: 'token_expired' | 'session_ended'): void
}

/**
 * The close code that means "reconnect with a valid token". It is in the range for applications. RFC 6455, section
 * 7.4.2.
 */
const closedForToken = 4401

/** The number of refused registrations after which a socket is closed. A page of the portal never causes so many. */
const maxRefusedRegistrations = 10

const neededScope: Scope = 'resource'

/**
 * Creates the registrar. If a page sends a valid token, the registrar registers it until the token expires.
 * Specification 14.2.
 */
export function createPageRegistrar(options: PageRegistrarDependencies): PageRegistrar {
  const { verifyToken, personIdOf, passTerms, subscriptionRegistry, snapshots, clock, metrics, log } = options

  async function register(socket: PageSocket, { token, confirms }: PageRegistrationRequest): Promise<void> {
    if (socket.registration.kind !== 'none') return socket.sendJson(encodeBridgeError('address_already_registered'))
    const checkingState = { kind: 'checking' } as const
    socket.registration = checkingState
    try {
      const { caller, personId } = await identify(token)
      if (socket.registration !== checkingState) return
      begin({
        kind: 'on',
        socket,
        person: subscriptionRegistry.personOf(personId),
        expiresAt: caller.expiresAt,
        confirms,
      })
    } catch (error) {
      if (socket.registration === checkingState) refuse(socket, toRefusal(error))
    }
  }

  // Identifies the person of a token. Refuses a registration while the bus is not connected: the page would show its
  // first values as current, although later changes would not reach it.
  async function identify(token: string | null) {
    if (token === null) throw new Refusal('unauthenticated')
    if (!subscriptionRegistry.isBusConnected) throw new Refusal('unavailable')
    const caller = await verifyToken(token)
    if (caller.expiresAt <= clock.now()) throw new Refusal('unauthenticated')
    if (!caller.scopes.has(neededScope)) throw new Refusal('insufficient-scope')
    await passTerms(caller)
    return { caller, personId: await personIdOf(caller) }
  }

  function begin(registeredPage: RegisteredPage): void {
    registeredPage.socket.registration = registeredPage
    registeredPage.socket.registerBy = Infinity
    subscriptionRegistry.join(registeredPage)
    metrics.registered++
    snapshots.sendSnapshot(registeredPage)
  }

  function refuse(socket: PageSocket, { kind }: Refusal): void {
    socket.registration = noRegistration
    metrics.refusedRegistrations++
    socket.sendJson(encodeErrorForHandler(refusalStatusOf(kind), kind))
    socket.refusedRegistrations++
    if (socket.refusedRegistrations >= maxRefusedRegistrations) socket.end(closedForToken, 'registrations refused')
  }

  // Converts an error to a refusal. An error that is not a refusal becomes `unavailable`, so that the page may retry.
  function toRefusal(error: unknown): Refusal {
    if (error instanceof Refusal) return error
    log.error({ err: error }, 'A registration on the event bus failed')
    return new Refusal('unavailable')
  }

  function unregister(socket: PageSocket): void {
    const { registration } = socket
    socket.registration = noRegistration
    socket.held = null
    if (registration.kind !== 'on') return
    subscriptionRegistry.leave(registration)
    metrics.registered--
  }

  function cut(socket: PageSocket, reason: 'token_expired' | 'session_ended'): void {
    unregister(socket)
    metrics.cut++
    socket.sendJson(encodeErrorForHandler(refusalStatusOf('unauthenticated'), reason))
    socket.end(closedForToken, reason)
  }

  return { register, unregister, cut }
}

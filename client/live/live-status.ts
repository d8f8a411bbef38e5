import {
  eventBusAddress,
  type ExportNotification,
  exportNotification,
  type GatewayNotification,
  gatewayNotification,
  serviceNotification,
} from '#contract/push.ts'
import { type BusError, type BusHandler, connectingState, type EventBus, openState } from './event-bus.ts'
import { createNewestOnly } from './newest-only.ts'

/** A short gap is nobody's concern: the client reconnects within a second or two. */
const saysDownAfterMs = 2_000

/** How long a snapshot may take before it counts as empty. */
const snapshotWithinMs = 5_000

export type LiveParts = {
  connect(): Promise<EventBus>
  /** The token at hand; null when nobody is signed in. */
  token(): Promise<string | null>
  renew(): Promise<string | null>
  onNotification(notification: GatewayNotification): void
  /** The address or a contract of this appliance changed. */
  onServiceChanged(id: string): void
  onExportChanged(notification: ExportNotification): void
  /** The server knows of no subscription: it was dropped while the page slept. Decisions 5. */
  onEmptySnapshot(): void
  onUp(): void
  onDown(): void
  warn(message: string, detail: unknown): void
}

/** `tokenChanged` carries a renewed token to the server; `stop` closes the socket for good. */
export type Live = { tokenChanged(token: string): void; stop(): void }

type State =
  | { kind: 'connecting' }
  | { kind: 'registered'; bus: EventBus; handler: BusHandler; token: string }
  | { kind: 'stopped' }

/**
 * Hears of the subscribed appliances on the event bus. It registers on every open, with the token in the
 * headers, and says when it is up and when it has been down. Specification 7, decisions 5.
 */
export function startLive(parts: LiveParts): Live {
  const isNewest = createNewestOnly()
  let state: State = { kind: 'connecting' }
  let bus: EventBus | null = null
  let downTimer: ReturnType<typeof setTimeout> | undefined
  let snapshotTimer: ReturnType<typeof setTimeout> | undefined
  let mayRenew = true

  function take(connected: EventBus): void {
    if (state.kind === 'stopped') return shut(connected)
    bus = connected
    connected.enableReconnect(true)
    Object.assign(connected, {
      onopen: () => void opened(connected),
      onclose: closed,
      onerror: (error: unknown) => parts.warn('The event bus reported an error', error),
    } satisfies Partial<EventBus>)
  }

  async function opened(open: EventBus): Promise<void> {
    mayRenew = true
    const token = await parts.token().catch((error: unknown) => {
      parts.warn('No token for the event bus', error)
      return null
    })
    if (token !== null) register(open, token)
  }

  function register(open: EventBus, token: string): void {
    if (state.kind === 'stopped' || open.state !== openState) return
    const handler: BusHandler = (error, message) => (error ? refused(error) : heard(message?.body))
    open.registerHandler(eventBusAddress, headersOf(token), handler)
    state = { kind: 'registered', bus: open, handler, token }
    clearTimeout(downTimer)
    downTimer = undefined
    snapshotTimer ??= setTimeout(() => {
      snapshotTimer = undefined
      parts.onEmptySnapshot()
    }, snapshotWithinMs)
    parts.onUp()
  }

  function heard(body: unknown): void {
    const service = serviceNotification.safeParse(body)
    if (service.success) return parts.onServiceChanged(service.data.resourceId)
    const exported = exportNotification.safeParse(body)
    if (exported.success) return parts.onExportChanged(exported.data)
    const parsed = gatewayNotification.safeParse(body)
    if (!parsed.success) return
    clearSnapshot()
    if (isNewest(parsed.data)) parts.onNotification(parsed.data)
  }

  function refused(refusal: BusError): void {
    parts.warn('The event bus refused', refusal)
    // A new token reaches the server through `tokenChanged`. Once per socket: a server that refuses every token
    // must not be asked without pause.
    if (refusal.failureCode !== 401 || !mayRenew) return
    mayRenew = false
    parts.renew().catch((reason: unknown) => parts.warn('Renewal failed', reason))
  }

  function tokenChanged(token: string): void {
    if (state.kind !== 'registered' || state.token === token || state.bus.state !== openState) return
    const { bus: open, handler } = state
    open.unregisterHandler(eventBusAddress, {}, handler)
    register(open, token)
  }

  function closed(): void {
    clearSnapshot()
    if (state.kind === 'stopped') return
    state = { kind: 'connecting' }
    downTimer ??= setTimeout(parts.onDown, saysDownAfterMs)
  }

  function clearSnapshot(): void {
    clearTimeout(snapshotTimer)
    snapshotTimer = undefined
  }

  function stop(): void {
    clearSnapshot()
    clearTimeout(downTimer)
    state = { kind: 'stopped' }
    if (bus) shut(bus)
  }

  parts.connect().then(take, (error: unknown) => {
    parts.warn('The event bus client could not be loaded', error)
    closed()
  })
  return { tokenChanged, stop }
}

/** Between two tries the client has no socket, and closing it would fail. */
function shut(bus: EventBus): void {
  bus.enableReconnect(false)
  if (bus.state === connectingState || bus.state === openState) bus.close()
}

function headersOf(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` }
}

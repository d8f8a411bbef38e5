import {
  confirmRegistrationHeader,
  eventBusAddress,
  type GatewayNotification,
  type PageNotification,
  pageNotification,
} from '#contract/event-bus.ts'
import {
  isWaitingToConnect,
  type LiveCommand,
  type LiveConnectionState,
  type LiveEvent,
  silenceMs,
  stepLiveConnection,
  timeLimitOfLiveState,
} from './live-connection.ts'
import { type BusHandler, socketConnectingState, type EventBusClient, socketOpenState } from './event-bus-client.ts'

/**
 * The maximum delay of a timer, in ms. Timers stop while the computer sleeps. After a sleep, the page must not show old
 * values as live for longer than this.
 */
const clockEveryMs = 5_000

/** The period over which pages reconnect at random times after a restart of the server, in ms. */
const soonMs = 1_000

export type LiveConnectionDependencies = {
  connect(): Promise<EventBusClient>
  /** Resolves to the current token; null if nobody is signed in. */
  token(): Promise<string | null>
  renew(): Promise<string | null>
  /** Called with each notification, except one that is older than an earlier notification about the same unit. */
  onNotification(notification: PageNotification): void
  /**
   * Called when the state changes. `lastMessageAt` is the time of the last message from the server, in epoch ms; null
   * before the first one.
   */
  onChange(state: LiveConnectionState, lastMessageAt: number | null): void
  /** Returns the current time in epoch ms. */
  now(): number
  /** Returns a random number from 0 to 1, as `Math.random`. */
  random(): number
  warn(message: string, detail: unknown): void
}

/**
 * The control of the live connection. The caller reports events of the page by `reportEvent`. The connection itself
 * detects events of its socket.
 */
export type LiveController = { reportEvent(event: PageEvent): void }

type PageEvent = Extract<LiveEvent, { kind: 'signed-in' | 'signed-out' | 'admitted' | 'went-offline' | 'came-online' }>

/** `bus` is null until the client has been created. `handler` is null until the page has registered. */
type Socket = { bus: EventBusClient | null; handler: BusHandler | null }

/**
 * Receives updates about the subscribed appliances on the event bus. Runs the actions of {@link stepLiveConnection}, and forwards
 * notifications. Specification 7 and 14.4.
 */
export function startLiveConnection(dependencies: LiveConnectionDependencies): LiveController {
  const isNewest = createNewestOnly()
  let state: LiveConnectionState = { kind: 'signed-out' }
  let lastMessageAt: number | null = null
  let socket: Socket = { bus: null, handler: null }
  const limit = createTimeLimit(dependencies, () => happened({ kind: 'time-up' }))
  let soon: ReturnType<typeof setTimeout> | undefined
  let registrations = 0

  function happened(event: LiveEvent): void {
    const before = state
    const { state: after, commands } = stepLiveConnection(before, event)
    state = after
    if (after !== before) limit.restart(state)
    for (const command of commands) run[command]()
    if (JSON.stringify(after) !== JSON.stringify(before)) dependencies.onChange(after, lastMessageAt)
  }

  const run: Record<LiveCommand, () => void> = {
    open: () => void open(),
    'open-soon': () => {
      close()
      soon = setTimeout(() => void open(), dependencies.random() * soonMs)
    },
    register: () => void register(),
    renew: () => {
      dependencies.renew().catch((error: unknown) => dependencies.warn('Renewal failed', error))
    },
    close,
  }

  async function open(): Promise<void> {
    const opening: Socket = { bus: null, handler: null }
    socket = opening
    try {
      const bus = await dependencies.connect()
      if (socket !== opening) return closeForGood(bus)
      opening.bus = bus
      Object.assign(bus, {
        onopen: () => happened({ kind: 'opened' }),
        // Checks the time first. After a sleep of the computer, the page may learn that the socket has closed before
        // the timer checks the clock.
        onclose: () =>
          happened({ kind: isSilent(state, dependencies.now() - (lastMessageAt ?? 0)) ? 'time-up' : 'closed' }),
        onerror: (error: unknown) => dependencies.warn('The event bus reported an error', error),
      } satisfies Partial<EventBusClient>)
    } catch (error) {
      dependencies.warn('The event bus client could not be loaded', error)
      if (socket === opening) happened({ kind: 'closed' })
    }
  }

  function close(): void {
    clearTimeout(soon)
    const { bus } = socket
    socket = { bus: null, handler: null }
    if (bus) closeForGood(bus)
  }

  async function register(): Promise<void> {
    const registration = (registrations += 1)
    const isWanted = () => registration === registrations && state.kind === 'registering'
    try {
      const token = await dependencies.token()
      if (!isWanted()) return
      if (token === null) happened({ kind: 'signed-out' })
      else send(token)
    } catch (error) {
      dependencies.warn('No token for the event bus', error)
      if (isWanted()) happened({ kind: 'refused', code: 503 })
    }
  }

  function send(token: string): void {
    const { bus, handler: before } = socket
    if (bus?.state !== socketOpenState) return
    const handler: BusHandler = (error, message) => {
      if (error) refused(error.failureCode ?? 0, error)
      else received(message?.body)
    }
    if (before) bus.unregisterHandler(eventBusAddress, {}, before)
    bus.registerHandler(
      eventBusAddress,
      { Authorization: `Bearer ${token}`, [confirmRegistrationHeader]: 'true' },
      handler,
    )
    socket.handler = handler
  }

  function refused(code: number, detail: unknown): void {
    dependencies.warn('The event bus refused', detail)
    happened({ kind: 'refused', code })
  }

  function received(body: unknown): void {
    lastMessageAt = dependencies.now()
    happened({ kind: 'confirmed' })
    const { data } = pageNotification.safeParse(body)
    if (data && (data.resourceType !== 'gateway' || isNewest(data))) dependencies.onNotification(data)
  }

  return { reportEvent: happened }
}

function isSilent({ kind }: LiveConnectionState, sinceMessageMs: number): boolean {
  return kind === 'live' && sinceMessageMs >= silenceMs
}

/**
 * Calls `onTimeUp` when the time limit of the current state expires. Shortens the pauses before a retry by a random
 * time. Specification 14.4.
 */
function createTimeLimit({ now, random }: Pick<LiveConnectionDependencies, 'now' | 'random'>, onTimeUp: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Checks the clock regularly, because timers stop while the computer sleeps. */
  function waitUntil(endsAt: number): void {
    const leftMs = endsAt - now()
    if (leftMs <= 0) return onTimeUp()
    timer = setTimeout(waitUntil, Math.min(leftMs, clockEveryMs), endsAt)
  }

  return {
    restart(state: LiveConnectionState): void {
      clearTimeout(timer)
      const limitMs = timeLimitOfLiveState(state)
      if (limitMs === null) return
      const share = isWaitingToConnect(state) ? 1 - random() / 2 : 1
      waitUntil(now() + limitMs * share)
    },
  }
}

/** Closes a socket and removes its handlers. A closed socket is not closed again, because the client would throw. */
function closeForGood(bus: EventBusClient): void {
  Object.assign(bus, { onopen: null, onclose: null, onerror: () => undefined } satisfies Partial<EventBusClient>)
  bus.enablePing(false)
  if (bus.state === socketConnectingState || bus.state === socketOpenState) bus.close()
}

/**
 * Returns a function that is false for a notification with a smaller `seq` than an earlier one about the same unit. A
 * notification with the same `seq` passes: a snapshot repeats the `seq`, and repairs values that an older answer may
 * have overwritten. Specification 14.3.
 */
function createNewestOnly(): (notification: GatewayNotification) => boolean {
  const newest = new Map<string, number>()
  return ({ resourceId, unit, seq }) => {
    const key = `${resourceId}/${unit}`
    if (seq < (newest.get(key) ?? seq)) return false
    newest.set(key, seq)
    return true
  }
}

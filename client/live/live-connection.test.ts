import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import {
  isConnectionUpToDate,
  type LiveConnectionState,
  type LiveEvent,
  stepLiveConnection,
  timeLimitOfLiveState,
} from './live-connection.ts'
import type { BusHandler, EventBusClient } from './event-bus-client.ts'
import { type LiveController, startLiveConnection } from './live-controller.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const events: LiveEvent[] = [
  { kind: 'signed-in' },
  { kind: 'signed-out' },
  { kind: 'opened' },
  { kind: 'closed' },
  { kind: 'confirmed' },
  { kind: 'refused', code: 401 },
  { kind: 'refused', code: 412 },
  { kind: 'refused', code: 503 },
  { kind: 'admitted' },
  { kind: 'went-offline' },
  { kind: 'came-online' },
  { kind: 'time-up' },
]

test('only a confirmation enters live', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events)), (liveEvents) => {
      let state: LiveConnectionState = { kind: 'signed-out' }
      for (const event of liveEvents) {
        const { state: next } = stepLiveConnection(state, event)
        expect(next.kind !== 'live' || state.kind === 'live' || event.kind === 'confirmed').toBe(true)
        state = next
      }
    }),
  )
})

test('every state ends by itself, except signed out, offline and without terms', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events)), (liveEvents) => {
      let state: LiveConnectionState = { kind: 'signed-out' }
      for (const event of liveEvents) ({ state } = stepLiveConnection(state, event))
      const waitsForOthers = ['signed-out', 'offline', 'terms-missing'].includes(state.kind)
      expect(timeLimitOfLiveState(state) === null).toBe(waitsForOthers)
      expect(timeLimitOfLiveState(state) ?? 0).toBeLessThanOrEqual(60_000)
      const { state: next } = stepLiveConnection(state, { kind: 'time-up' })
      expect(waitsForOthers || JSON.stringify(next) !== JSON.stringify(state)).toBe(true)
    }),
  )
})

/** Generates an event of the page, its network or its server, or a pause in ms. */
const happenings = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pause'), ms: fc.integer({ min: 0, max: 90_000 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['status', 'close', 'cut', 'mend', 'restart', 'offline', 'online', 'token', 'admitted'] as const),
        ...(['sign-out', 'sign-in', 'accept', 'refuse 401', 'refuse 412', 'refuse 503', 'say nothing'] as const),
        'sleep',
      ),
    }),
  },
)

type Happening = { kind: string; ms?: number }

/** Generates a sequence of events that begins with a sign-in. */
const lives = fc
  .array(happenings, { minLength: 10, maxLength: 60, size: 'max' })
  .map((all): Happening[] => [{ kind: 'sign-in' }, { kind: 'pause', ms: 1_000 }, ...all])

const heartbeatMs = 25_000

/** Creates a page and its server. The test can break the network between them without closing the socket. */
function fixture() {
  const sockets = new Set<{ bus: EventBusClient; handler: BusHandler | null; isRegistered: boolean }>()
  /**
   * The current status at the server. `changedAt` and `now` are in ms, without the time during which the computer
   * sleeps.
   */
  const truth = { status: 0, changedAt: 0, now: 0 }
  const server = { answer: 'accept', isCut: false }
  const page = { status: 0, state: { kind: 'signed-out' } as LiveConnectionState, isSignedIn: false }
  const live: LiveController = startLiveConnection({
    connect: async () => connect(),
    token: async () => (page.isSignedIn ? 'token' : null),
    renew: async () => 'token',
    now: () => Date.now(),
    random: () => 0.5,
    onNotification: (notification) => {
      if (notification.resourceType === 'gateway') page.status = notification.seq
    },
    onChange: (state) => {
      page.state = state
    },
    warn: () => undefined,
  })

  function connect(): EventBusClient {
    const bus: EventBusClient = {
      onopen: null,
      onclose: null,
      onerror: () => undefined,
      state: 0,
      enablePing: () => undefined,
      registerHandler: (_, __, handler) => {
        socket.handler = handler
        if (!server.isCut) setTimeout(answer, 50, socket)
      },
      unregisterHandler: () => {
        socket.handler = null
        socket.isRegistered = false
      },
      close: () => {
        bus.state = 3
        sockets.delete(socket)
      },
    }
    const socket = { bus, handler: null as BusHandler | null, isRegistered: false }
    sockets.add(socket)
    if (!server.isCut) setTimeout(open, 50, bus)
    return bus
  }

  function open(bus: EventBusClient): void {
    if (bus.state !== 0) return
    bus.state = 1
    bus.onopen?.()
  }

  function answer(socket: { bus: EventBusClient; handler: BusHandler | null; isRegistered: boolean }): void {
    const { answer: said } = server
    if (socket.bus.state !== 1 || said === 'say nothing') return
    if (said !== 'accept') return socket.handler?.({ failureCode: Number(said.slice(-3)) })
    socket.isRegistered = true
    push(socket)
  }

  function push({ handler }: { handler: BusHandler | null }): void {
    const body = { resourceId: '11111111-1111-4111-8111-111111111111', resourceType: 'gateway', unit: 'status' }
    handler?.(null, { body: { ...body, payload: {}, timestamp: '', seq: truth.status } })
    handler?.(null, { body: { resourceType: 'registration', subscribed: 1 } })
  }

  function pushToAll(): void {
    if (!server.isCut) for (const socket of sockets) if (socket.isRegistered) push(socket)
  }

  function closeAll(): void {
    for (const { bus } of sockets) {
      bus.state = 3
      bus.onclose?.({})
    }
    sockets.clear()
  }

  const does: Record<string, () => void> = {
    status: () => {
      truth.status += 1
      truth.changedAt = truth.now
      pushToAll()
    },
    close: closeAll,
    restart: closeAll,
    cut: () => {
      server.isCut = true
    },
    mend: () => {
      server.isCut = false
    },
    offline: () => live.reportEvent({ kind: 'went-offline' }),
    online: () => live.reportEvent({ kind: 'came-online' }),
    token: () => page.isSignedIn && live.reportEvent({ kind: 'signed-in' }),
    admitted: () => live.reportEvent({ kind: 'admitted' }),
    'sign-in': () => {
      page.isSignedIn = true
      page.status = truth.status
      live.reportEvent({ kind: 'signed-in' })
    },
    'sign-out': () => {
      page.isSignedIn = false
      live.reportEvent({ kind: 'signed-out' })
    },
    // A sleeping computer runs no timers and receives nothing, but its clock continues.
    sleep: () => {
      closeAll()
      vi.setSystemTime(Date.now() + dayMs)
    },
  }
  setInterval(pushToAll, heartbeatMs)

  async function happen({ kind, ms = 0 }: Happening): Promise<void> {
    truth.now += ms
    if (kind === 'pause') await vi.advanceTimersByTimeAsync(ms)
    else if (does[kind]) does[kind]()
    else server.answer = kind
    await vi.advanceTimersByTimeAsync(0)
  }

  return { page, truth, happen }
}

test('after any events, within 60 s the page shows the truth or its age', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (all) => {
      vi.clearAllTimers()
      const { page, truth, happen } = fixture()
      for (const each of all) {
        await happen(each)
        const isWrong = page.status !== truth.status && isConnectionUpToDate(page.state)
        expect(isWrong ? truth.now - truth.changedAt : 0).toBeLessThanOrEqual(60_000)
      }
    }),
    { numRuns: 100 },
  )
})

test('after any events, a page whose network and server work again is live within 60 s', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (all) => {
      vi.clearAllTimers()
      const { page, truth, happen } = fixture()
      for (const each of all) await happen(each)
      for (const kind of ['mend', 'accept', 'online', 'sign-in']) await happen({ kind })
      await happen({ kind: 'pause', ms: 60_000 })
      expect(page.state).toEqual({ kind: 'live' })
      expect(page.status).toBe(truth.status)
    }),
    { numRuns: 100 },
  )
})

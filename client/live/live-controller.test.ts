import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { type GatewayNotification, type PageNotification, units } from '#contract/event-bus.ts'
import type { BusHandler, EventBusClient } from './event-bus-client.ts'
import { type LiveConnectionDependencies, startLiveConnection } from './live-controller.ts'

const applianceId = '11111111-1111-4111-8111-111111111111'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Creates a fake client. The client adds all messages of the page to `sent`. */
function fakeBus(sent: string[]) {
  let handler: BusHandler | null = null
  const bus: EventBusClient = {
    onopen: null,
    onclose: null,
    onerror: () => undefined,
    state: 0,
    enablePing: () => undefined,
    registerHandler(address, headers, added) {
      sent.push(`register ${address} ${headers['Authorization']} ${headers['Confirm']}`)
      handler = added
    },
    unregisterHandler(address) {
      sent.push(`unregister ${address}`)
      handler = null
    },
    close() {
      if (bus.state > 1) throw new TypeError("Cannot read properties of null (reading 'close')")
      bus.state = 3
    },
  }
  return {
    bus,
    say: (body: unknown) => handler?.(null, { body }),
    refuse: (failureCode: number) => handler?.({ failureCode, message: 'refused' }),
  }
}

async function fixture({ loads = true } = {}) {
  const sockets: ReturnType<typeof fakeBus>[] = []
  const sent: string[] = []
  const received: GatewayNotification[] = []
  const events: string[] = []
  const session = { tokens: 1, isAway: false }
  const dependencies: LiveConnectionDependencies = {
    connect: async () => {
      if (!loads) throw new Error('No such chunk')
      const made = fakeBus(sent)
      sockets.push(made)
      return made.bus
    },
    token: async () => {
      if (session.isAway) throw new Error('The provider is away')
      return `token-${session.tokens}`
    },
    renew: async () => {
      session.tokens += 1
      live.reportEvent({ kind: 'signed-in' })
      return `token-${session.tokens}`
    },
    now: () => Date.now(),
    random: () => 0,
    onNotification: (notification) => {
      if (notification.resourceType === 'gateway') received.push(notification)
      else events.push(eventOf(notification))
    },
    onChange: (state) => events.push('attempt' in state ? `${state.kind} ${state.attempt}` : state.kind),
    warn: () => undefined,
  }
  const live = startLiveConnection(dependencies)
  live.reportEvent({ kind: 'signed-in' })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  await settled()
  function socket() {
    const last = sockets.at(-1)
    if (!last) throw new Error('No socket was opened')
    return last
  }
  return {
    live,
    sent,
    received,
    events,
    session,
    socket,
    sockets,
    settled,
    async open() {
      socket().bus.state = 1
      socket().bus.onopen?.()
      await settled()
    },
    async close() {
      socket().bus.state = 3
      socket().bus.onclose?.({ code: 4401 })
      await settled()
    },
    confirm: (subscribed = 1) => socket().say({ resourceType: 'registration', subscribed }),
  }
}

async function liveFixture() {
  const made = await fixture()
  await made.open()
  made.confirm()
  made.events.length = 0
  return made
}

function eventOf(notification: Exclude<PageNotification, GatewayNotification>): string {
  switch (notification.resourceType) {
    case 'service':
      return `service of ${notification.resourceId}`
    case 'export':
      return `export ${notification.requestId} ${notification.state} ${notification.progress}`
    case 'notices':
      return 'notices'
    case 'registration':
      return `subscribed ${notification.subscribed}`
  }
}

function aNotification(changes: Partial<GatewayNotification> = {}): GatewayNotification {
  return {
    resourceId: applianceId,
    resourceType: 'gateway',
    unit: 'status',
    payload: { gatewayStatus: 'WORKING' },
    timestamp: '2026-03-01T14:03:00Z',
    seq: 5,
    ...changes,
  }
}

test('the page registers on open, with its token in the headers, and is live once the server confirms', async () => {
  const { sent, open, events, confirm } = await fixture()
  expect(sent).toEqual([])
  await open()
  expect(sent).toEqual(['register subscriptions Bearer token-1 true'])
  expect(events).toEqual(['connecting 0', 'registering 0'])
  confirm(0)
  expect(events.slice(2)).toEqual(['live', 'subscribed 0'])
})

test('a notification reaches the page and also confirms the connection', async () => {
  const { open, socket, received, events } = await fixture()
  await open()
  socket().say(aNotification())
  expect(received).toEqual([aNotification()])
  expect(events.at(-1)).toBe('live')
})

test('a message that is not a gateway notification is ignored', async () => {
  const { socket, received } = await liveFixture()
  socket().say(aNotification({ resourceType: 'export' as 'gateway' }))
  socket().say('nonsense')
  socket().say(null)
  expect(received).toEqual([])
})

test('the page receives a change of the address or a contract of an appliance', async () => {
  const { socket, events, received } = await liveFixture()
  socket().say({ resourceId: applianceId, resourceType: 'service', seq: 1 })
  expect(events).toEqual([`service of ${applianceId}`])
  expect(received).toEqual([])
})

test('the page receives the progress of an export', async () => {
  const { socket, events, received } = await liveFixture()
  const requestId = '44444444-4444-4444-8444-444444444444'
  socket().say({ resourceId: applianceId, resourceType: 'export', requestId, state: 'NOT_READY', progress: 40 })
  expect(events).toEqual([`export ${requestId} NOT_READY 40`])
  expect(received).toEqual([])
})

test('an older notification is dropped, separately for each appliance and unit', async () => {
  const { socket, received } = await liveFixture()
  socket().say(aNotification({ seq: 5 }))
  socket().say(aNotification({ seq: 4 }))
  for (const unit of units) socket().say(aNotification({ unit, seq: 5 }))
  expect(received.map(({ unit, seq }) => `${unit} ${seq}`)).toEqual(['status 5', ...units.map((unit) => `${unit} 5`)])
})

test('each confirmation has the number of subscribed appliances', async () => {
  const { live, confirm, events, settled } = await liveFixture()
  confirm(3)
  confirm(0)
  live.reportEvent({ kind: 'signed-in' })
  await settled()
  confirm(2)
  expect(events).toEqual(['subscribed 3', 'subscribed 0', 'registering 0', 'live', 'subscribed 2'])
})

test('the page reconnects by itself after a lost socket, and a short gap is not shown', async () => {
  const { close, open, confirm, sockets, events } = await liveFixture()
  await close()
  await vi.advanceTimersByTimeAsync(0)
  expect(sockets).toHaveLength(2)
  await open()
  confirm()
  expect(events).toEqual(['connecting 0', 'registering 0', 'live', 'subscribed 1'])
})

test('a socket that does not open in time counts first as old, then as failed, and is then retried', async () => {
  const { events, sockets } = await fixture()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(events).toEqual(['connecting 0', 'connecting 1'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(events.at(-1)).toBe('polling 2')
  expect(sockets[0]?.bus.state).toBe(3)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(events.at(-1)).toBe('connecting 2')
  expect(sockets).toHaveLength(2)
})

test('the page retries after pauses that grow to half a minute', async () => {
  const { events, close, sockets } = await fixture()
  const pauses: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await close()
    const [since, before] = [Date.now(), sockets.length]
    while (sockets.length === before) await vi.advanceTimersByTimeAsync(500)
    pauses.push((Date.now() - since) / 1000)
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  expect(events).toContain('polling 8')
})

test('if the client fails to load, the page polls', async () => {
  const { events } = await fixture({ loads: false })
  expect(events).toEqual(['connecting 0', 'polling 1'])
})

test('if a server sends nothing for 55 s, the values count as old, even with an open socket', async () => {
  const { confirm, events, sockets } = await liveFixture()
  await vi.advanceTimersByTimeAsync(25_000)
  confirm()
  await vi.advanceTimersByTimeAsync(54_999)
  expect(events).toEqual(['subscribed 1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual(['subscribed 1', 'connecting 1'])
  expect(sockets.map(({ bus }) => bus.state)).toEqual([3, 0])
})

test('after a day of sleep the earlier values count as old', async () => {
  const { events } = await liveFixture()
  vi.setSystemTime(Date.now() + dayMs)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(events).toEqual(['connecting 1'])
})

test('a renewed token is sent to the server by unregister and register', async () => {
  const { live, session, sent, settled } = await liveFixture()
  session.tokens = 9
  live.reportEvent({ kind: 'signed-in' })
  await settled()
  expect(sent.slice(1)).toEqual(['unregister subscriptions', 'register subscriptions Bearer token-9 true'])
})

test('a rejected token is renewed, and the next socket uses the new one', async () => {
  const { open, socket, settled, sent } = await liveFixture()
  socket().refuse(401)
  await settled()
  await open()
  expect(sent.at(-1)).toBe('register subscriptions Bearer token-2 true')
})

test('after repeated rejections of the token the page retries after growing pauses', async () => {
  const { open, socket, settled, sockets } = await liveFixture()
  socket().refuse(401)
  await settled()
  for (const pauseMs of [2_000, 4_000, 8_000]) {
    await open()
    socket().refuse(401)
    const before = sockets.length
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(sockets).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(sockets).toHaveLength(before + 1)
  }
})

test.each([403, 429, 503, 0])('a refusal with %i starts polling, and the page retries', async (code) => {
  const { open, socket, events, settled } = await fixture()
  await open()
  socket().refuse(code)
  await settled()
  expect(events.at(-1)).toBe('refused 1')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(events.at(-1)).toBe('connecting 1')
})

test('a page without accepted terms does not retry, and registers as soon as they are accepted', async () => {
  const { live, open, socket, sockets, events, settled } = await fixture()
  await open()
  socket().refuse(412)
  await settled()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(events.at(-1)).toBe('terms-missing 1')
  expect(sockets).toHaveLength(1)
  live.reportEvent({ kind: 'admitted' })
  expect(events.at(-1)).toBe('connecting 1')
})

test('a token that cannot be obtained counts as a refusal', async () => {
  const { session, open, events } = await fixture()
  session.isAway = true
  await open()
  expect(events.at(-1)).toBe('refused 1')
})

test('without a network the page waits until there is one', async () => {
  const { live, events, sockets, settled } = await liveFixture()
  live.reportEvent({ kind: 'went-offline' })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(events).toEqual(['offline 1'])
  expect(sockets.at(-1)?.bus.state).toBe(3)
  live.reportEvent({ kind: 'came-online' })
  await settled()
  expect(events.at(-1)).toBe('connecting 1')
  expect(sockets).toHaveLength(2)
})

test('signing out closes the socket and stops all events', async () => {
  const { live, socket, close, events } = await liveFixture()
  live.reportEvent({ kind: 'signed-out' })
  expect(socket().bus.state).toBe(3)
  await close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events).toEqual(['signed-out'])
  expect(vi.getTimerCount()).toBe(0)
})

test('signing out between two attempts stops the attempts', async () => {
  const { live, close, sockets } = await liveFixture()
  await close()
  live.reportEvent({ kind: 'signed-out' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets.filter(({ bus }) => bus.state < 2)).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

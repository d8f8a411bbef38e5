import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type GatewayNotification, units } from '#contract/push.ts'
import type { BusHandler, EventBus } from './event-bus.ts'
import { startLive } from './live-status.ts'

const applianceId = '11111111-1111-4111-8111-111111111111'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A bus that does what the client does: it forgets its handlers when it closes. */
function fakeBus() {
  const sent: string[] = []
  let handler: BusHandler | null = null
  const bus: EventBus & { reconnects: boolean } = {
    onopen: null,
    onclose: null,
    onerror: () => undefined,
    state: 0,
    reconnects: false,
    enableReconnect(isEnabled) {
      bus.reconnects = isEnabled
    },
    registerHandler(address, headers, added) {
      sent.push(`register ${address} ${headers['Authorization']}`)
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
    sent,
    async open() {
      bus.state = 1
      bus.onopen?.()
      await vi.advanceTimersByTimeAsync(0)
    },
    close() {
      bus.state = 3
      handler = null
      bus.onclose?.({ code: 4401 })
    },
    say: (body: unknown) => handler?.(null, { body }),
    refuse: (failureCode: number) => handler?.({ failureCode, message: 'token_expired' }),
  }
}

async function world({ loads = true } = {}) {
  const fake = fakeBus()
  const heard: GatewayNotification[] = []
  const events: string[] = []
  let tokens = 1
  const live = startLive({
    connect: async () => {
      if (!loads) throw new Error('No such chunk')
      return fake.bus
    },
    token: async () => `token-${tokens}`,
    renew: async () => `token-${(tokens += 1)}`,
    onNotification: (notification) => heard.push(notification),
    onServiceChanged: (id) => events.push(`service of ${id}`),
    onExportChanged: ({ requestId, state, progress }) => events.push(`export ${requestId} ${state} ${progress}`),
    onEmptySnapshot: () => events.push('empty'),
    onUp: () => events.push('up'),
    onDown: () => events.push('down'),
    warn: () => undefined,
  })
  await vi.advanceTimersByTimeAsync(0)
  return { ...fake, live, heard, events }
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

test('the page registers on open, with its token in the headers', async () => {
  const { bus, sent, open, events } = await world()
  expect(bus.reconnects).toBe(true)
  expect(sent).toEqual([])
  await open()
  expect(sent).toEqual(['register subscriptions Bearer token-1'])
  expect(events).toEqual(['up'])
})

test('a notification reaches the page', async () => {
  const { open, say, heard } = await world()
  await open()
  say(aNotification())
  expect(heard).toEqual([aNotification()])
})

test('what is no notification of a gateway is left alone', async () => {
  const { open, say, heard } = await world()
  await open()
  say(aNotification({ resourceType: 'export' as 'gateway' }))
  say('nonsense')
  say(null)
  expect(heard).toEqual([])
})

test('the page hears that the address or a contract of an appliance changed', async () => {
  const { open, say, events, heard } = await world()
  await open()
  say({ resourceId: applianceId, resourceType: 'service' })
  expect(events).toContain(`service of ${applianceId}`)
  expect(heard).toEqual([])
})

test('the page hears how far an export has come', async () => {
  const { open, say, events, heard } = await world()
  await open()
  const requestId = '44444444-4444-4444-8444-444444444444'
  say({ resourceId: applianceId, resourceType: 'export', requestId, state: 'NOT_READY', progress: 40 })
  expect(events).toContain(`export ${requestId} NOT_READY 40`)
  expect(heard).toEqual([])
})

test('an older notification is dropped, for each appliance and unit by itself', async () => {
  const { open, say, heard } = await world()
  await open()
  say(aNotification({ seq: 5 }))
  say(aNotification({ seq: 4 }))
  for (const unit of units) say(aNotification({ unit, seq: 5 }))
  expect(heard.map(({ unit, seq }) => `${unit} ${seq}`)).toEqual(['status 5', ...units.map((unit) => `${unit} 5`)])
})

test('after a reconnect the page registers again', async () => {
  const { open, close, sent, events } = await world()
  await open()
  close()
  await open()
  expect(sent).toHaveLength(2)
  expect(events).toEqual(['up', 'up'])
})

test('the page says that the socket is down once it stays down', async () => {
  const { open, close, events } = await world()
  await open()
  close()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(events).toEqual(['up'])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual(['up', 'down'])
  close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(events).toEqual(['up', 'down'])
  await open()
  expect(events).toEqual(['up', 'down', 'up'])
})

test('a socket that never opens counts as down', async () => {
  const { close, events } = await world()
  close()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(events).toEqual(['down'])
})

test('without its client the page counts as down', async () => {
  const { events } = await world({ loads: false })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(events).toEqual(['down'])
})

test('a renewed token reaches the server by unregister and register', async () => {
  const { live, open, sent, events } = await world()
  await open()
  live.tokenChanged('token-9')
  expect(sent.slice(1)).toEqual(['unregister subscriptions', 'register subscriptions Bearer token-9'])
  expect(events).toEqual(['up', 'up'])
})

test('the same token again is not sent', async () => {
  const { live, open, sent } = await world()
  await open()
  live.tokenChanged('token-1')
  expect(sent).toHaveLength(1)
})

test('a refused token is renewed, and the next open brings the new one', async () => {
  const { open, close, refuse, sent } = await world()
  await open()
  refuse(401)
  close()
  await open()
  expect(sent.at(-1)).toBe('register subscriptions Bearer token-2')
})

test('a server that refuses every token is asked once per socket', async () => {
  const { live, open, refuse, sent } = await world()
  await open()
  refuse(401)
  live.tokenChanged('token-2')
  refuse(401)
  await vi.advanceTimersByTimeAsync(0)
  live.tokenChanged('token-2')
  expect(sent.filter((each) => each.startsWith('register'))).toHaveLength(2)
})

test('an empty snapshot is told once, so that the page can subscribe again', async () => {
  const { open, events } = await world()
  await open()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events).toEqual(['up', 'empty'])
})

test('a snapshot that brings anything is not empty', async () => {
  const { open, say, events } = await world()
  await open()
  await vi.advanceTimersByTimeAsync(1_000)
  say(aNotification())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events).toEqual(['up'])
})

test('stopping between two tries ends the tries', async () => {
  const { live, bus, open, close } = await world()
  await open()
  close()
  live.stop()
  expect(bus.reconnects).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})

test('stopping closes the socket and says nothing more', async () => {
  const { live, bus, open, close, events } = await world()
  await open()
  live.stop()
  expect(bus.state).toBe(3)
  close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events).toEqual(['up'])
  expect(vi.getTimerCount()).toBe(0)
})

import { afterAll, expect, test, vi } from 'vitest'
import { type PortalClient, PortalError, type ApplianceWithReadings, type Reading } from './portal-client.ts'
import { AccessEndedError } from './sign-in.ts'
import { createTestClock, startTestHomeBroker, testTopics } from './test-home.ts'

const home = await startTestHomeBroker()
afterAll(home.close)

const id = '0c9a7c8e-4a53-4d25-8a44-0a1f6c1f0b01'
const other = '0c9a7c8e-4a53-4d25-8a44-0a1f6c1f0b02'
const room = testTopics.value(id, 'hc1.roomTemperature')
const minute = 60_000

function reading(datapoint: string, value: Reading['value'], change: Partial<Reading> = {}): Reading {
  return { datapoint, unit: typeof value === 'number' ? 'Cel' : null, value, at: new Date().toISOString(), ...change }
}

function appliance(change: Partial<ApplianceWithReadings> = {}): ApplianceWithReadings {
  const readings = [reading('hc1.roomTemperature', 21.5), reading('dhw1.charging', false)]
  const state = { type: 'HP', status: 'WORKING', faultCode: null, severity: null }
  return { id, ...state, readings, readAt: Date.now(), ...change }
}

/** Creates a fake portal with these appliances. The test can change the appliances. */
function testPortal(appliances: ApplianceWithReadings[]) {
  let sendEvent = (_id: string): void => {}
  const portal = {
    appliances,
    failure: null as Error | null,
    lastIds: [] as (string | null)[],
    reads: 0,
    readAppliances: async () => {
      portal.reads += 1
      if (portal.failure) throw portal.failure
      return portal.appliances
    },
    events: async (lastId: string | null, signal: AbortSignal) => {
      portal.lastIds.push(lastId)
      return portal.idsUntil(signal)
    },
    async *idsUntil(signal: AbortSignal) {
      while (!signal.aborted) {
        const event = await new Promise<string>((happened) => {
          sendEvent = happened
          signal.addEventListener('abort', () => happened(''))
        })
        if (event === '') throw new TypeError('terminated')
        yield event
      }
    },
    /** Sends an event with this id to the bridge. An empty id breaks the connection of the events. */
    send: (eventId: string) => sendEvent(eventId),
  }
  return portal satisfies PortalClient & Record<string, unknown>
}

async function started(appliances: ApplianceWithReadings[]) {
  home.received.length = 0
  home.lines.length = 0
  const clock = createTestClock()
  const portal = testPortal(appliances)
  const bridge = home.run(portal, clock)
  await home.arrived(testTopics.bridge, 'online')
  return { clock, portal, bridge, next: async (ms = minute) => passed(clock, ms) }
}

/**
 * Advances the clock beyond a running read and the minimum interval after it, and then by `ms` of the following pause.
 */
async function passed(clock: ReturnType<typeof createTestClock>, ms: number): Promise<void> {
  for (const part of [2_000, ms]) {
    await vi.waitFor(() => expect(clock.waiting()).toBeGreaterThan(0))
    clock.advance(part)
  }
}

test('values are published once and not kept, descriptions and availability are kept', async () => {
  const { bridge } = await started([appliance()])
  await home.arrived(room, '21.5')
  await home.arrived(testTopics.value(id, 'dhw1.charging'), 'OFF')
  await home.arrived(testTopics.value(id, 'status'), 'working')
  await home.arrived(testTopics.value(id, 'problem'), 'OFF')
  const kept = await home.retained()
  expect(Object.keys(kept).toSorted()).toEqual(
    [testTopics.availability(id), testTopics.bridge, testTopics.discovery(id)].toSorted(),
  )
  await bridge.stop()
  expect((await home.retained())[testTopics.bridge]).toBe('offline')
})

test('an old value is described but not published', async () => {
  const at = new Date(Date.now() - 16 * minute).toISOString()
  const readings = [reading('hc1.roomTemperature', 20, { at }), reading('dhw1.temperature', 51)]
  const { bridge } = await started([appliance({ readings })])
  await home.arrived(testTopics.value(id, 'dhw1.temperature'), '51')
  expect(home.last(room)).toBeUndefined()
  expect(home.last(testTopics.discovery(id))).toContain(room)
  await bridge.stop()
})

test('an appliance without connection is offline, and none of its values are published', async () => {
  const { bridge, portal, next } = await started([appliance()])
  await home.arrived(testTopics.availability(id), 'online')
  portal.appliances = [appliance({ status: 'OFFLINE' })]
  home.received.length = 0
  await next()
  await home.arrived(testTopics.availability(id), 'offline')
  await bridge.stop()
  const topics = new Set(home.received.map(({ topic }) => topic))
  expect(topics).toEqual(new Set([testTopics.availability(id), testTopics.bridge]))
})

test('an event of the portal is published without waiting for the minute', async () => {
  const { bridge, portal, clock } = await started([appliance()])
  portal.appliances = [appliance({ status: 'ERROR', severity: 'ERROR', faultCode: 'E104' })]
  portal.send('cursor-1')
  await vi.waitFor(() => {
    clock.advance(2_000)
    expect(home.last(testTopics.value(id, 'fault'))).toBe('E104')
  })
  expect(home.last(testTopics.value(id, 'problem'))).toBe('ON')
  portal.send('')
  await vi.waitFor(() => {
    clock.advance(5_000)
    expect(portal.lastIds).toEqual([null, 'cursor-1'])
  })
  await bridge.stop()
})

test('a lost connection for events is opened again after seconds, however many were lost without an event', async () => {
  const { bridge, portal, clock } = await started([appliance()])
  for (let lost = 1; lost <= 8; lost += 1) {
    await vi.waitFor(() => expect(portal.lastIds).toHaveLength(lost))
    portal.send('')
    await vi.waitFor(() => expect(clock.waiting()).toBe(2))
    clock.advance(7_000)
  }
  await bridge.stop()
})

test('while the portal does not answer, everything is offline after three minutes, not before', async () => {
  const { bridge, portal, next } = await started([appliance()])
  portal.failure = new TypeError('fetch failed')
  await next()
  await vi.waitFor(() => expect(home.lines.at(-1)).toMatch(/^The portal cannot be read, trying again: fetch failed/u))
  expect(home.last(testTopics.bridge)).toBe('online')
  await next(3 * minute)
  await home.arrived(testTopics.bridge, 'offline')
  portal.failure = null
  await next(5 * minute)
  await home.arrived(testTopics.bridge, 'online')
  await bridge.stop()
})

test('an event does not shorten the wait that the portal asked for', async () => {
  const { bridge, portal, clock, next } = await started([appliance()])
  const headers = new Headers({ 'retry-after': '60' })
  portal.failure = new PortalError({ status: 429, headers, url: 'https://portal.example/partner/1/appliances' })
  await next()
  await vi.waitFor(() => expect(portal.reads).toBe(2))
  await vi.waitFor(() => expect(clock.waiting()).toBe(1))
  clock.advance(2_000)
  portal.send('cursor-1')
  await vi.waitFor(() => expect(clock.waiting()).toBe(1))
  clock.advance(50_000)
  await home.publish(testTopics.homeAssistantStatus, 'online')
  await home.arrived(testTopics.homeAssistantStatus, 'online')
  expect(portal.reads).toBe(2)
  clock.advance(8_000)
  await vi.waitFor(() => expect(portal.reads).toBe(3))
  await bridge.stop()
})

test('an appliance that an earlier run published and nobody shares now is offline', async () => {
  await home.publish(testTopics.availability(other), 'online', true)
  const { bridge, clock } = await started([appliance()])
  await vi.waitFor(() => {
    clock.advance(2_000)
    expect(home.last(testTopics.availability(other))).toBe('offline')
  })
  await bridge.stop()
})

test('after a restart of the broker the bridge publishes again, and nothing from the time between', async () => {
  const { bridge, portal, next } = await started([appliance()])
  await home.restartBroker(async () => {
    portal.appliances = [appliance({ readings: [reading('hc1.roomTemperature', 1)] })]
    await next()
    portal.appliances = [appliance({ readings: [reading('hc1.roomTemperature', 23)] })]
    home.received.length = 0
  })
  await home.arrived(testTopics.bridge, 'online')
  expect(home.received.filter(({ topic }) => topic === room).map(({ payload }) => payload)).toEqual(['23'])
  expect(home.last(testTopics.discovery(id))).toBeDefined()
  await bridge.stop()
})

test('when Home Assistant starts, it gets the descriptions and the values at once', async () => {
  const { bridge, clock } = await started([appliance()])
  home.received.length = 0
  await home.publish(testTopics.homeAssistantStatus, 'online')
  await vi.waitFor(() => {
    clock.advance(2_000)
    expect(home.last(room)).toBe('21.5')
  })
  expect(home.last(testTopics.discovery(id))).toBeDefined()
  await bridge.stop()
})

test('after the end of the access the bridge stops, and everything is offline', async () => {
  const { bridge, portal, next } = await started([appliance()])
  portal.failure = new AccessEndedError('The owner has ended the access')
  await next()
  await expect(bridge.ended).rejects.toThrow(AccessEndedError)
  expect((await home.retained())[testTopics.bridge]).toBe('offline')
})

import { expect, test } from 'vitest'
import { subscriptions } from './event-bus.ts'

const subscription = {
  resourceId: '5b0f7a5e-3f0c-4f39-9d0f-1f5d3e6a7b21',
  resourceType: 'gateway',
  aggregatedUnits: ['status'],
}

const passes = (topics: object[], more: object = {}) =>
  subscriptions.safeParse({ subscriptions: topics, ...more }).success

test('a page may subscribe to up to 500 gateways, each with one to four units', () => {
  expect(passes([])).toBe(true)
  expect(passes(Array.from({ length: 500 }, () => subscription))).toBe(true)
  expect(passes([{ ...subscription, aggregatedUnits: ['status', 'heatCurve', 'hc1', 'dhw1'] }])).toBe(true)
})

test('a subscription outside the limits is refused', () => {
  expect(passes(Array.from({ length: 501 }, () => subscription))).toBe(false)
  expect(passes([], { more: 1 })).toBe(false)
  for (const wrong of [
    { aggregatedUnits: [] },
    { aggregatedUnits: ['status', 'status', 'status', 'status', 'status'] },
    { aggregatedUnits: ['other'] },
    { resourceType: 'person' },
    { resourceId: '1' },
    { more: 1 },
  ]) {
    expect(passes([{ ...subscription, ...wrong }]), JSON.stringify(wrong)).toBe(false)
  }
})

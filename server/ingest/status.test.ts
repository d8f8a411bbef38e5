import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { gatewayStatuses } from '#contract/appliance.ts'
import { units } from '#contract/push.ts'
import { learn, neverHeard, type Heard, type Known, type Lost } from './status.ts'

const moment = fc.integer({ min: 0, max: 1000 })

const heard: fc.Arbitrary<Heard> = fc
  .record({
    unit: fc.constantFrom(...units),
    at: moment,
    status: fc.constantFrom(...gatewayStatuses, 'OTHER'),
    clientId: fc.constantFrom('a', 'b'),
    receivedAt: moment,
    isRepeated: fc.boolean(),
  })
  .map(({ unit, at, status, ...rest }) => ({ kind: 'report', unit, report: reportAt(at, status), ...rest }))

const lost: fc.Arbitrary<Lost> = fc.record({
  kind: fc.constant('offline'),
  clientId: fc.constantFrom('a', 'b'),
  heardAt: moment,
  receivedAt: moment,
})

const past = fc.array(fc.oneof(heard, lost), { maxLength: 20 })

test('any report ends OFFLINE, whatever came before, unless the gateway says itself that it is', () => {
  fc.assert(
    fc.property(past, heard, (events, report) => {
      const { known } = learn(after(events), report)
      expect(known.status).toBe(known.reported)
    }),
  )
})

test('a status is either what the gateway reported or OFFLINE', () => {
  fc.assert(
    fc.property(past, (events) => {
      const known = after(events)
      expect([known.reported, 'OFFLINE']).toContain(known.status)
    }),
  )
})

test('the reported status is that of the newest status report, in whatever order they come', () => {
  const reports = fc.uniqueArray(heard, { selector: ({ report }) => report.at, minLength: 1 })
  fc.assert(
    fc.property(reports, (events) => {
      const fresh = events.map((event) => ({ ...event, unit: 'status' as const, isRepeated: false }))
      const newest = fresh.toSorted((one, other) => one.report.at - other.report.at).at(-1)
      const said = newest?.report.values['gatewayStatus']
      expect(after(fresh).reported).toBe(said === 'OTHER' ? 'UNKNOWN' : said)
    }),
  )
})

test('since changes when, and only when, the status changes', () => {
  fc.assert(
    fc.property(past, fc.oneof(heard, lost), (events, event) => {
      const before = after(events)
      const { known } = learn(before, event)
      expect(known.since).toBe(known.status === before.status ? before.since : event.receivedAt)
    }),
  )
})

test('whoever watches hears of every change of the status', () => {
  fc.assert(
    fc.property(past, fc.oneof(heard, lost), (events, event) => {
      const before = after(events)
      const { known, changes } = learn(before, event)
      const told = changes.find(({ unit }) => unit === 'status')?.payload['gatewayStatus']
      expect(told ?? before.status).toBe(known.status)
    }),
  )
})

test('what is repeated or older than what is known of its unit is not told', () => {
  fc.assert(
    fc.property(past, heard, (events, report) => {
      const before = after(events)
      const isOld = report.report.at < (before.newest[report.unit] ?? -1)
      fc.pre(isOld || report.isRepeated)
      const values = learn(before, report).changes.map(({ payload }) => payload['mark'])
      expect(values).not.toContain(report.report.values['mark'])
    }),
  )
})

test('a gateway never heard of is UNKNOWN', () => {
  expect(neverHeard(5)).toMatchObject({ status: 'UNKNOWN', since: 5 })
})

function after(events: readonly (Heard | Lost)[]): Known {
  return events.reduce((known, event) => learn(known, event).known, neverHeard(0))
}

function reportAt(at: number, gatewayStatus: string): Heard['report'] {
  return { ts: new Date(at).toISOString(), at, values: { gatewayStatus, mark: at } }
}

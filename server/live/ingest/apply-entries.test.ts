import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { gatewayStatuses } from '#contract/appliance.ts'
import { units } from '#contract/event-bus.ts'
import {
  applyGatewayEvent,
  createInitialState,
  type ReportEvent,
  type GatewayState,
  type LastWillEvent,
  type StateTransition,
} from './apply-entries.ts'

const moment = fc.integer({ min: 0, max: 1000 })

type ReportCase = ReportEvent & { isRepeated: boolean }

const reportEvent: fc.Arbitrary<ReportCase> = fc
  .record({
    unit: fc.constantFrom(...units),
    at: moment,
    status: fc.constantFrom(...gatewayStatuses, 'OTHER'),
    clientId: fc.constantFrom('a', 'b'),
    receivedAt: moment,
    isRepeated: fc.boolean(),
  })
  .map(({ unit, at, status, ...rest }) => ({ kind: 'report', unit, report: reportAt(at, status), ...rest }))

const lost: fc.Arbitrary<LastWillEvent> = fc.record({
  kind: fc.constant('offline'),
  clientId: fc.constantFrom('a', 'b'),
  lastSeenAt: moment,
  receivedAt: moment,
})

const past = fc.array(fc.oneof(reportEvent, lost), { maxLength: 20 })

test('any report ends OFFLINE, unless the gateway itself reports OFFLINE', () => {
  fc.assert(
    fc.property(past, reportEvent, (events, report) => {
      const { state } = apply(after(events), report)
      expect(state.status).toBe(state.reported)
    }),
  )
})

test('a status is either the reported one or OFFLINE', () => {
  fc.assert(
    fc.property(past, (events) => {
      const state = after(events)
      expect([state.reported, 'OFFLINE']).toContain(state.status)
    }),
  )
})

test('the reported status is that of the newest status report, in any order of arrival', () => {
  const reports = fc.uniqueArray(reportEvent, { selector: ({ report }) => report.at, minLength: 1 })
  fc.assert(
    fc.property(reports, (events) => {
      const fresh = events.map((event) => ({ ...event, unit: 'status' as const, isRepeated: false }))
      const newest = fresh.toSorted((one, other) => one.report.at - other.report.at).at(-1)
      const said = newest?.report.values['gatewayStatus']
      expect(after(fresh).reported).toBe(said === 'OTHER' ? 'UNKNOWN' : said)
    }),
  )
})

test('the fault is that of the newest status report, also while the gateway is OFFLINE', () => {
  fc.assert(
    fc.property(past, fc.oneof(reportEvent, lost), (events, event) => {
      const { state, changes } = apply(after(events), event)
      const published = changes.find(({ unit }) => unit === 'status')?.payload
      expect([undefined, state.faultCode]).toContain(published?.['faultCode'])
      expect(state.faultCode).toBe(state.newest.status === undefined ? null : `E${state.newest.status}`)
    }),
  )
})

test('since changes when, and only when, the status changes', () => {
  fc.assert(
    fc.property(past, fc.oneof(reportEvent, lost), (events, event) => {
      const before = after(events)
      const { state } = apply(before, event)
      expect(state.since).toBe(state.status === before.status ? before.since : event.receivedAt)
    }),
  )
})

test('every change of the status is published', () => {
  fc.assert(
    fc.property(past, fc.oneof(reportEvent, lost), (events, event) => {
      const before = after(events)
      const { state, changes } = apply(before, event)
      const published = changes.find(({ unit }) => unit === 'status')?.payload['gatewayStatus']
      expect(published ?? before.status).toBe(state.status)
    }),
  )
})

test('a repeated report, or one older than the newest of its unit, is not published', () => {
  fc.assert(
    fc.property(past, reportEvent, (events, report) => {
      const before = after(events)
      const isOld = report.report.at < (before.newest[report.unit] ?? -1)
      fc.pre(isOld || report.isRepeated)
      const values = apply(before, report).changes.map(({ payload }) => payload['mark'])
      expect(values).not.toContain(report.report.values['mark'])
    }),
  )
})

test('a gateway without any report is UNKNOWN', () => {
  expect(createInitialState(5)).toMatchObject({ status: 'UNKNOWN', since: 5 })
})

function after(events: readonly (ReportCase | LastWillEvent)[]): GatewayState {
  return events.reduce((state, event) => apply(state, event).state, createInitialState(0))
}

function apply(state: GatewayState, event: ReportCase | LastWillEvent): StateTransition {
  return applyGatewayEvent(state, event, event.kind === 'report' && event.isRepeated)
}

function reportAt(at: number, gatewayStatus: string): ReportEvent['report'] {
  return { ts: new Date(at).toISOString(), at, values: { gatewayStatus, mark: at, faultCode: `E${at}` } }
}

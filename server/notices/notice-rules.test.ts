import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/durations.ts'
import {
  type GatewayToJudge,
  type GatewayNoticeState,
  type ListeningPeriod,
  type StatusChange,
  type DueGatewayNotice,
  decideDueNotices,
  emptyGatewayNoticeState,
} from './notice-rules.ts'

const noticeTimes = { errorMs: 2 * minuteMs, warningMs: dayMs, offlineMs: hourMs }
const always: ListeningPeriod[] = [{ from: 0, until: 10_000 * dayMs }]

test('an ERROR is due once it has lasted for 2 minutes, and its end once that has', () => {
  const history = [error('E1', 0), well(hourMs)]
  expect(kindsAt(history, 2 * minuteMs - 1)).toEqual([])
  expect(verdictsAt(history, 2 * minuteMs)).toEqual([
    { kind: 'began', at: 2 * minuteMs, trouble: 'ERROR E1', code: 'E1', severity: 'ERROR', since: 0 },
  ])
  expect(kindsAt(history, hourMs + 2 * minuteMs - 1)).toEqual(['began'])
  expect(verdictsAt(history, dayMs)[1]).toEqual({
    kind: 'ended',
    trouble: 'ERROR E1',
    code: 'E1',
    severity: 'ERROR',
    since: 0,
    until: hourMs,
  })
})

test('the end of a fault is due in time after the clock was set back, and not before its begin', () => {
  const notified = decideDueNotices(caseOf([error('E1', 10 * minuteMs)], { now: 12 * minuteMs }))
  const ended = caseOf([well(minuteMs)], { memory: notified.memory, now: 3 * minuteMs })
  expect(decideDueNotices(ended).verdicts).toMatchObject([
    { kind: 'ended', since: 10 * minuteMs, until: 10 * minuteMs },
  ])
})

test('a WARNING is due once it has lasted for a day', () => {
  const history = [warning('W1', 0), well(3 * dayMs)]
  expect(kindsAt(history, dayMs - 1)).toEqual([])
  expect(kindsAt(history, dayMs)).toEqual(['began'])
  expect(kindsAt(history, 4 * dayMs)).toEqual(['began', 'ended'])
})

test('a fault that ends sooner causes no notice', () => {
  expect(kindsAt([error('E1', 0), well(2 * minuteMs - 1)], dayMs)).toEqual([])
  expect(kindsAt([warning('W1', 0), well(dayMs - 1)], 3 * dayMs)).toEqual([])
})

test('each beginning of an emergency is due at once, and does not count towards the limits of other faults', () => {
  const history = [0, 1, 2, 3, 4, 5].flatMap((turn) => [
    error('G901', turn * 10 * minuteMs),
    well(turn * 10 * minuteMs + 5 * minuteMs),
  ])
  expect(kindsAt([error('G901', 0), well(secondMs)], secondMs)).toEqual(['began'])
  expect(kindsAt([warning('G901', 0)], 0)).toEqual(['began'])
  const began = verdictsAt(history, dayMs).filter(({ kind }) => kind === 'began')
  expect(began.map((one) => 'at' in one && one.at)).toEqual([0, 10, 20, 30, 40, 50].map((at) => at * minuteMs))
  const other = [...history, error('E1', hourMs)]
  expect(kindsAt(other, 62 * minuteMs).at(-1)).toBe('began')
})

test('a fault that returns before its end notice has not ended', () => {
  const history = [error('E1', 0), well(hourMs), error('E1', hourMs + minuteMs), well(2 * hourMs)]
  expect(kindsAt(history, dayMs)).toEqual(['began', 'ended'])
})

test('two simultaneous faults have separate notices', () => {
  const history = [error('E1', 0), error('E2', hourMs), well(2 * hourMs)]
  expect(verdictsAt(history, dayMs).map((one) => [one.kind, 'code' in one && one.code])).toEqual([
    ['began', 'E1'],
    ['ended', 'E1'],
    ['began', 'E2'],
    ['ended', 'E2'],
  ])
})

test('the fourth occurrence within a day causes one notice about a recurring fault', () => {
  const starts = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => index * 2 * hourMs)
  const history = starts.flatMap((at) => [error('E1', at), well(at + minuteMs)])
  expect(verdictsAt(history, 2 * dayMs)).toEqual([
    { kind: 'recurs', code: 'E1', severity: 'ERROR', since: 0, times: 4 },
  ])
})

test('a recurring fault causes another notice when it lasts for an hour, or after a day without it', () => {
  const fourTimes = (from: number) =>
    [0, 1, 2, 3].flatMap((index) => [error('E1', from + index * hourMs), well(from + index * hourMs + minuteMs)])
  expect(kindsAt([...fourTimes(0), error('E1', 6 * hourMs)], 7 * hourMs - 1)).toEqual(['recurs'])
  expect(kindsAt([...fourTimes(0), error('E1', 6 * hourMs)], 7 * hourMs)).toEqual(['recurs', 'began'])
  expect(kindsAt([...fourTimes(0), ...fourTimes(3 * dayMs)], 5 * dayMs)).toEqual(['recurs', 'recurs'])
})

test('a gateway must be OFFLINE for an hour before the notice, and then its return causes another', () => {
  const history = [offline(0), well(3 * hourMs)]
  expect(kindsAt(history, hourMs - 1)).toEqual([])
  expect(verdictsAt(history, hourMs)).toEqual([{ kind: 'offline', at: hourMs, trouble: 'offline', since: 0 }])
  expect(verdictsAt(history, dayMs)[1]).toEqual({ kind: 'online', trouble: 'offline', since: 0, until: 3 * hourMs })
  expect(kindsAt([offline(0), well(hourMs - 1)], dayMs)).toEqual([])
})

test('silence counts only while a listener was listening', () => {
  const listened = [
    { from: 0, until: 10 * minuteMs },
    { from: 5 * hourMs, until: 6 * hourMs },
  ]
  const verdictCount = (now: number) => decideDueNotices(caseOf([offline(0)], { now, listened })).verdicts.length
  expect([
    verdictCount(4 * hourMs),
    verdictCount(5 * hourMs + 49 * minuteMs),
    verdictCount(5 * hourMs + 50 * minuteMs),
  ]).toEqual([0, 0, 1])
})

test('a fault continues while its gateway is away, or reports nothing about it', () => {
  const unknown: StatusChange = { at: minuteMs, status: 'UNKNOWN', reported: 'UNKNOWN', faultCode: null }
  const away: StatusChange = { at: minuteMs, status: 'OFFLINE', reported: 'ERROR', faultCode: 'E1' }
  expect(kindsAt([error('E1', 0), unknown], 3 * minuteMs)).toEqual(['began'])
  expect(kindsAt([error('E1', 0), away], 3 * minuteMs)).toEqual(['began'])
})

test('with any number of codes, little is stored and few notices are due', () => {
  const history = Array.from({ length: 500 }, (_, index) => error(`E${index}`, index * 3 * minuteMs))
  const { memory, verdicts } = decideDueNotices(caseOf(history, { now: 1500 * minuteMs }))
  expect(memory.recurrences.length + memory.troubles.length + memory.recentNotices.length).toBeLessThan(50)
  expect(verdicts.filter(({ kind }) => kind === 'began').length).toBeLessThanOrEqual(4 * 26)
})

test('a healthy gateway is not judged again', () => {
  const { memory, dueAt } = decideDueNotices(caseOf([error('E1', 0), well(hourMs)], { now: 3 * dayMs }))
  expect(memory).toEqual(emptyGatewayNoticeState)
  expect(dueAt).toBeNull()
})

const step = fc.record({
  afterMs: fc.oneof(
    fc.integer({ min: 1, max: 5 * minuteMs }),
    fc.integer({ min: 1, max: 3 * hourMs }),
    fc.integer({ min: 1, max: 3 * dayMs }),
  ),
  make: fc.constantFrom(
    (at: number) => error('E1', at),
    (at: number) => error('E1', at),
    (at: number) => error('E2', at),
    (at: number) => error(null, at),
    (at: number) => warning('E1', at),
    well,
    well,
    offline,
  ),
})

const anyHistory = fc.array(step, { maxLength: 40 }).map((steps) => {
  let at = dayMs
  return steps.map(({ afterMs, make }) => make((at += afterMs)))
})

test('the notices are the same, however often the rules run', () => {
  const runMoments = fc.array(fc.integer({ min: 0, max: 30 * dayMs }), { maxLength: 30 })
  fc.assert(
    fc.property(anyHistory, runMoments, (history, moments) => {
      const end = (history.at(-1)?.at ?? 0) + 3 * dayMs
      let memory = emptyGatewayNoticeState
      const verdictCount: DueGatewayNotice[] = []
      let done = 0
      for (const now of [...moments.filter((moment) => moment < end).toSorted((a, b) => a - b), end]) {
        const next = history.filter(({ at }) => at <= now).length
        const judgement = decideDueNotices(caseOf(history.slice(done, next), { memory, now }))
        ;({ memory } = judgement)
        verdictCount.push(...judgement.verdicts)
        done = next
      }
      expect(verdictCount).toEqual(verdictsAt(history, end))
    }),
  )
})

test('running only when the rules ask for it misses nothing', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const end = (history.at(-1)?.at ?? 0) + 3 * dayMs
      let memory: GatewayNoticeState = emptyGatewayNoticeState
      const verdictCount: DueGatewayNotice[] = []
      for (const [index, change] of history.entries()) {
        let judgement = decideDueNotices(caseOf([change], { memory, now: change.at }))
        const until = history[index + 1]?.at ?? end
        for (;;) {
          ;({ memory } = judgement)
          verdictCount.push(...judgement.verdicts)
          if (judgement.dueAt === null || judgement.dueAt >= until) break
          judgement = decideDueNotices(caseOf([], { memory, now: judgement.dueAt }))
        }
      }
      const late = decideDueNotices(caseOf([], { memory, now: end }))
      expect([...verdictCount, ...late.verdicts]).toEqual(verdictsAt(history, end))
    }),
  )
})

test('each lasting fault causes one notice, and each notice is about a lasting fault', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const end = (history.at(-1)?.at ?? 0) + 3 * dayMs
      const verdicts = verdictsAt(history, end)
      const stretches = stretchesOf(history, end)
      const began = verdicts.filter((one) => one.kind === 'began')
      for (const one of began) {
        const stretch = stretches.find(({ name, from }) => name === one.trouble && from === one.since)
        expect(stretch && stretch.until - stretch.from).toBeGreaterThanOrEqual(
          one.severity === 'ERROR' ? noticeTimes.errorMs : noticeTimes.warningMs,
        )
      }
      expect(new Set(began.map(({ trouble, since }) => `${trouble} ${since}`)).size).toBe(began.length)
      const longest = stretches.filter(({ from, until }) => until - from >= dayMs + 3 * hourMs)
      for (const { name, from, until } of longest) {
        const hasNotice = began.some(({ trouble, since }) => trouble === name && since <= from && from < until)
        expect(hasNotice, `${name} from ${from}`).toBe(true)
      }
    }),
  )
})

test('an end notice follows a start notice, once', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const verdicts = verdictsAt(history, (history.at(-1)?.at ?? 0) + 3 * dayMs)
      const parts = new Map<string, string[]>()
      for (const one of verdicts)
        if ('trouble' in one) parts.set(one.trouble, [...(parts.get(one.trouble) ?? []), one.kind])
      for (const kinds of parts.values())
        expect(kinds.join(' ')).toMatch(/^(?:(?:began ended|offline online) ?)*(?:began|offline)?$/u)
    }),
  )
})

test('one fault causes at most one notice an hour', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const noticeAt = new Map<string, number>()
      let memory = emptyGatewayNoticeState
      const end = (history.at(-1)?.at ?? 0) + 2 * dayMs
      // Calls `decideDueNotices` for every minute of the first hours, so that the time of each notice is exact to the
      // minute.
      const start = history[0]?.at ?? 0
      let done = 0
      for (let now = start; now < Math.min(end, start + 12 * hourMs); now += minuteMs) {
        const next = history.filter(({ at }) => at <= now).length
        const judgement = decideDueNotices(caseOf(history.slice(done, next), { memory, now }))
        ;({ memory } = judgement)
        done = next
        for (const verdict of judgement.verdicts) {
          if (verdict.kind !== 'began' && verdict.kind !== 'recurs') continue
          const name = `${verdict.severity} ${verdict.code}`
          expect(now - (noticeAt.get(name) ?? -hourMs)).toBeGreaterThanOrEqual(hourMs - minuteMs)
          noticeAt.set(name, now)
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('an outage of the listeners causes no notices', () => {
  fc.assert(
    fc.property(anyHistory, fc.integer({ min: 0, max: 59 }), (history, minutes) => {
      const listened = [
        { from: 0, until: dayMs },
        ...(minutes > 0 ? [{ from: 2 * dayMs, until: 2 * dayMs + minutes * minuteMs }] : []),
      ]
      const { verdicts } = decideDueNotices(
        caseOf(
          history.filter(({ at }) => at > dayMs),
          { now: 400 * dayMs, listened },
        ),
      )
      expect(verdicts.filter(({ kind }) => kind === 'offline' || kind === 'online')).toEqual([])
    }),
  )
})

function caseOf(changes: StatusChange[], overrides: Partial<GatewayToJudge> & { now: number }): GatewayToJudge {
  return {
    memory: emptyGatewayNoticeState,
    changes,
    listened: always,
    heldSince: -Infinity,
    noticeTimes,
    emergencies: new Set(['G901']),
    ...overrides,
  }
}

function verdictsAt(history: StatusChange[], now: number): DueGatewayNotice[] {
  return decideDueNotices(
    caseOf(
      history.filter(({ at }) => at <= now),
      { now },
    ),
  ).verdicts
}

function kindsAt(history: StatusChange[], now: number): string[] {
  return verdictsAt(history, now).map(({ kind }) => kind)
}

function error(faultCode: string | null, at: number): StatusChange {
  return { at, status: 'ERROR', reported: 'ERROR', faultCode }
}

function warning(faultCode: string | null, at: number): StatusChange {
  return { at, status: 'WARNING', reported: 'WARNING', faultCode }
}

function well(at: number): StatusChange {
  return { at, status: 'WORKING', reported: 'WORKING', faultCode: null }
}

/**
 * Returns the change by which a gateway becomes OFFLINE. It contains no reported status, so it does not end a fault.
 */
function offline(at: number): StatusChange {
  return { at, status: 'OFFLINE', reported: 'UNKNOWN', faultCode: null }
}

/** Returns each uninterrupted period of a fault, computed directly from the history, without the code under test. */
function stretchesOf(history: StatusChange[], end: number): { name: string; from: number; until: number }[] {
  const stretches: { name: string; from: number; until: number }[] = []
  for (const { at, reported, faultCode } of history) {
    if (reported === 'UNKNOWN') continue
    const last = stretches.at(-1)
    const name = reported === 'ERROR' || reported === 'WARNING' ? `${reported} ${faultCode ?? ''}` : null
    if (last && last.until === end && last.name === name) continue
    if (last && last.until === end) last.until = at
    if (name !== null) stretches.push({ name, from: at, until: end })
  }
  return stretches
}

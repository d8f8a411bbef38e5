import { expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import type { Notice, NoticeEvent } from '#contract/notices.ts'
import { readCatalog } from '#test/text-catalogs.ts'
import { groupNotices, groupSignIns } from './notice-groups.ts'
import { formatDayHeading } from './notice-days.ts'
import { faultCodesIn, toNoticeLine } from './notice-words.ts'
import {
  loadNotices,
  loadOlderNotices,
  markNoticesAsRead,
  initialNoticesState,
  noticesSlice,
  type NoticesState,
} from './notices-slice.ts'

const english = readCatalog('en')

function t(id: string, values: Record<string, string | number> = {}): string {
  return (english[id] ?? `no ${id}`).replaceAll(/\{(\w+)\}/gu, (whole, name: string) => String(values[name] ?? whole))
}

const now = new Date(2026, 2, 1, 15, 0).getTime()
const since = new Date(2026, 2, 1, 14, 3).toISOString()
const connectionId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const boiler = { name: null, applianceType: 'BOILER', placementInType: 2 } as const

let counted = 100
function aNotice(event: NoticeEvent, changes: Partial<Notice> = {}): Notice {
  counted += 1
  return {
    id: `0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2${counted}`,
    category: 'heating',
    event,
    connectionId,
    appliance: boiler,
    createdAt: since,
    readAt: null,
    ...changes,
  }
}

function lineOf(event: NoticeEvent, changes: Partial<Notice> = {}) {
  const titleOf = (code: string) => (code === 'E104' ? 'Burner does not ignite' : null)
  const emergencyCallOf = (code: string) => (code === 'G901' ? 'Do not go back in until they say that you may.' : null)
  return toNoticeLine(aNotice(event, changes), { t, locale: 'en-GB', now, titleOf, emergencyCallOf })
}

test('an emergency that is no longer reported repeats whom to call, and does not look resolved', () => {
  const line = lineOf({ kind: 'fault-ended', code: 'G901', severity: 'ERROR', since, until: since })
  expect(line.tone).toBe('warning')
  expect(line.text).toContain('Do not go back in until they say that you may.')
  expect(lineOf({ kind: 'fault-ended', code: 'E104', severity: 'ERROR', since, until: since }).tone).toBe('ok')
})

test('an emergency in the list says what to do before it says when it began', () => {
  expect(lineOf({ kind: 'fault-began', code: 'G901', since }).text).toMatch(/^Leave the house first\..*call 112\./u)
})

test('the end of a fault does not look resolved until it is known to be no emergency', () => {
  const event: NoticeEvent = { kind: 'fault-ended', code: 'G901', severity: 'ERROR', since, until: since }
  const texts = { t, locale: 'en-GB', now, titleOf: () => null, emergencyCallOf: () => undefined }
  expect(toNoticeLine(aNotice(event), texts).tone).toBe('info')
})

test('the end of a period has a date only if it is on another day than the start', () => {
  const began = Date.parse(since) - 48 * hourMs
  const textOf = (hours: number) =>
    lineOf({
      kind: 'back-online',
      since: new Date(began).toISOString(),
      until: new Date(began + hours * hourMs).toISOString(),
    }).text
  expect(textOf(0)).toMatch(/from \d+ \w+, (\d\d:\d\d) to \1\.$/u)
  expect(textOf(24)).toMatch(/ to \d+ \w+, \d\d:\d\d\.$/u)
})

test('a fault has the title of the catalogue, and links to its own page', () => {
  expect(lineOf({ kind: 'fault-began', code: 'E104', since })).toMatchObject({
    about: 'Boiler 2',
    subject: 'Burner does not ignite',
    text: '',
    href: `/appliances/${connectionId}/faults/E104`,
    tone: 'danger',
  })
})

test('the sign-ins of a day are its last line, which is marked as read only as a whole', () => {
  const signIn = (minute: number, browser: string, readAt: string | null = null) => {
    const at = new Date(2026, 2, 1, 14, minute).toISOString()
    return lineOf({ kind: 'new-browser', at, browser, system: 'Linux' }, { createdAt: at, appliance: null, readAt })
  }
  const lines = [
    signIn(50, 'Chrome'),
    signIn(40, 'Firefox', since),
    lineOf({ kind: 'fault-began', code: 'E104', since }),
    signIn(1, 'Chrome'),
  ]
  const [fault, signIns, ...rest] = groupSignIns(lines, t)
  expect(rest).toEqual([])
  expect(fault).toMatchObject({ subject: 'Burner does not ignite', ids: [lines[2]?.id] })
  expect(signIns).toMatchObject({
    at: lines[0]?.at,
    ids: [lines[0]?.id, lines[1]?.id, lines[3]?.id],
    text: 'Chrome (Linux). Firefox (Linux).',
    isRead: false,
  })
})

test('unread notices that need the person come first, then the others by day', () => {
  const line = (day: number, more: object) => {
    const at = new Date(2026, 2, day, 14, 3).toISOString()
    return { ...lineOf({ kind: 'offline', since: at }, { createdAt: at }), id: `${day}`, ...more }
  }
  const unread = { needsPerson: true, isRead: false }
  const lines = [line(3, {}), line(2, unread), line(1, { ...unread, isRead: true })]
  const groups = groupNotices(lines, t)
  expect(groups.map(({ about, lines: those }) => [about, those.map(({ id }) => id)])).toEqual([
    ['needs-you', ['2']],
    [lines[0]?.at, ['3']],
    [lines[2]?.at, ['1']],
  ])
})

test('a single sign-in keeps its own text, and sign-ins stay on their day', () => {
  const signIn = (day: number) => {
    const at = new Date(2026, 2, day, 14, 3).toISOString()
    return lineOf({ kind: 'new-browser', at, browser: 'Chrome', system: 'Linux' }, { createdAt: at, appliance: null })
  }
  const lines = [signIn(1), signIn(0)]
  expect(groupSignIns(lines, t)).toEqual(lines.map((line) => ({ ...line, ids: [line.id] })))
})

test('a notice long after the beginning says since when', () => {
  const dates = { createdAt: new Date(2026, 2, 1, 15, 3).toISOString() }
  expect(lineOf({ kind: 'offline', since }, dates).text).toBe('Since 14:03.')
  expect(lineOf({ kind: 'offline', since }).text).toBe('')
})

test('a fault without a description or a code says so', () => {
  expect(lineOf({ kind: 'warning-lasts', code: '2E/207', since })).toMatchObject({
    subject: 'Fault 2E/207',
    href: `/appliances/${connectionId}/faults/2E%2F207`,
  })
  expect(lineOf({ kind: 'fault-began', code: null, since })).toMatchObject({
    subject: 'The appliance reports a fault',
    href: '/appliances',
  })
})

const exportId = connectionId

test.each<[event: NoticeEvent, href: string]>([
  [{ kind: 'offline', since }, '/appliances'],
  [{ kind: 'consent-changed', companyType: 'ASA', company: 'Heiz' }, '/appliances'],
  [{ kind: 'export-ready', exportId, expiresAt: since }, `/appliances/${connectionId}/data-export`],
  [{ kind: 'export-failed', exportId, reason: 'failed' }, `/appliances/${connectionId}/data-export`],
  [{ kind: 'new-browser', at: since, browser: null, system: null }, '/account'],
  [{ kind: 'mail-undeliverable' }, '/account#notices'],
])('%j links to %s', (event, href) => expect(lineOf(event).href).toBe(href))

test('the person’s own name replaces the number', () => {
  expect(lineOf({ kind: 'offline', since }, { appliance: { ...boiler, name: 'Cellar' } }).about).toBe('Cellar')
})

test('a notice about a removed appliance is readable, without a link', () => {
  expect(lineOf({ kind: 'offline', since }, { connectionId: null, appliance: null })).toMatchObject({
    about: 'An appliance you removed',
    subject: 'No connection to the gateway',
    href: null,
  })
  const ofPerson = lineOf({ kind: 'mail-undeliverable' }, { connectionId: null, appliance: null })
  expect(ofPerson).toMatchObject({ about: null, href: '/account#notices' })
})

test('each fault code is requested once', () => {
  const events: NoticeEvent[] = [
    { kind: 'fault-began', code: 'E104', since },
    { kind: 'fault-ended', code: 'E104', severity: 'ERROR', since, until: since },
    { kind: 'warning-lasts', code: null, since },
    { kind: 'offline', since },
  ]
  expect(faultCodesIn(events.map((event) => aNotice(event)))).toEqual(['E104'])
})

test('days have the headings today and yesterday, then the date, with the year if it is another', () => {
  const on = (...day: [number, number, number]) => new Date(...day, 0, 5).getTime()
  const words = { t, locale: 'en-GB' }
  expect(
    [on(2026, 2, 1), on(2026, 1, 28), on(2026, 1, 27), on(2025, 2, 1)].map((at) => formatDayHeading(at, now, words)),
  ).toEqual(['Today', 'Yesterday', 'Friday 27 February', 'Saturday, 1 March 2025'])
})

const { reducer } = noticesSlice
const offline: NoticeEvent = { kind: 'offline', since }
const notices = Array.from({ length: 4 }, () => aNotice(offline))
const [one, two, three, four] = notices as [Notice, Notice, Notice, Notice]

function after(...actions: Parameters<typeof reducer>[1][]): NoticesState {
  return actions.reduce(reducer, initialNoticesState)
}

const answered = (items: Notice[], unread: number, before: string | null = null) => [
  loadNotices.pending('a', undefined),
  loadNotices.fulfilled({ items, unread, before }, 'a', undefined),
]

test('notices are marked as read at once, and counted by the server', () => {
  const noticesState = after(...answered([one, two], 7), markNoticesAsRead.pending('b', [one.id]))
  expect(noticesState.items?.map(({ readAt }) => readAt !== null)).toEqual([true, false])
  expect(noticesState.unread).toBe(6)
  expect(reducer(noticesState, markNoticesAsRead.fulfilled({ unread: 3 }, 'b', [one.id])).unread).toBe(3)
  const all = reducer(noticesState, markNoticesAsRead.pending('c', 'all'))
  expect([all.unread, all.items?.every(({ readAt }) => readAt !== null)]).toEqual([0, true])
})

test('a list requested before a notice was read is ignored', () => {
  const reading = after(
    ...answered([one], 1),
    loadNotices.pending('b', undefined),
    markNoticesAsRead.pending('c', 'all'),
  )
  const late = reducer(reading, loadNotices.fulfilled({ items: [one], unread: 1, before: null }, 'b', undefined))
  expect(late.unread).toBe(0)
})

test('older notices stay when newer ones arrive, unless there is a gap', () => {
  const noticesState = after(
    ...answered([two, three], 4, 'here'),
    loadOlderNotices.pending('b', 'here'),
    loadOlderNotices.fulfilled({ items: [four], unread: 4, before: null }, 'b', 'here'),
  )
  expect(noticesState.items).toEqual([two, three, four])
  const newer = reducer(
    reducer(noticesState, loadNotices.pending('c', undefined)),
    loadNotices.fulfilled({ items: [one, two, three], unread: 5, before: 'there' }, 'c', undefined),
  )
  expect([newer.items, newer.before]).toEqual([[one, two, three, four], null])
  const strangers = [aNotice(offline), aNotice(offline)]
  const gap = reducer(
    reducer(noticesState, loadNotices.pending('d', undefined)),
    loadNotices.fulfilled({ items: strangers, unread: 9, before: 'there' }, 'd', undefined),
  )
  expect([gap.items, gap.before]).toEqual([strangers, 'there'])
})

test('a failed list load keeps the existing notices', () => {
  const noticesState = after(
    ...answered([one], 1),
    loadNotices.pending('b', undefined),
    loadNotices.rejected(null, 'b'),
  )
  expect([noticesState.items, noticesState.newest]).toEqual([[one], 'failed'])
})

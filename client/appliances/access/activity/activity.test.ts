import { expect, test } from 'vitest'
import { type ActivityEntry, activityEntry } from '#contract/activity.ts'
import { languages } from '#contract/languages.ts'
import { readCatalog } from '#test/text-catalogs.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { describeActivityEntry, actorNameOf, formatActivityDayHeading } from './activity-words.ts'
import { prependNewestActivity, appendOlderActivity } from './use-activity.ts'

const texts = readCatalog('en')
const t: Translate = (id, values = {}) =>
  (texts[id] ?? `missing ${id}`).replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(values[name]))

const vera = { type: 'person', name: 'Vera', isMe: false } as const
const at = '2026-11-26T10:00:00.000Z'

function entry(kind: string, details: object = {}, id = '1-1'): ActivityEntry {
  return activityEntry.parse({ id, at, kind, actor: vera, details })
}

test('each kind has a sentence in every language', () => {
  const filled = {
    person: vera,
    role: 'VIEWER',
    company: 'Huber',
    program: 'Warm Advice',
    companyType: 'SUPPORT',
    permission: 'FULL_ACCESS',
  }
  const kinds = activityEntry.def.options.flatMap(({ shape }) => shape.kind.def.values)
  for (const language of languages) {
    const catalog = readCatalog(language)
    const translate: Translate = (id) => catalog[id] ?? `missing ${id}`
    for (const kind of kinds)
      for (const isOn of [true, false])
        expect(
          describeActivityEntry(entry(kind, { ...filled, isOn }), {
            t: translate,
            locale: language,
            brandName: 'Cedar',
          }),
        ).not.toContain('missing')
  }
})

test('a sentence names the person, the role and the last day', () => {
  const until = new Date(2026, 11, 1).toISOString()
  const words = (kind: string, details: object) =>
    describeActivityEntry(entry(kind, details), { t, locale: 'en-GB', brandName: 'Cedar' })
  expect(words('access-changed', { person: vera, role: 'VIEWER', until })).toBe(
    'Access changed: Vera, Viewer · until 30 November 2026',
  )
  expect(words('access-given', { role: 'CO_OWNER', way: 'invitation' })).toBe('Invitation accepted: Co-owner')
  expect(words('access-removed', { person: { type: 'erased-person' } })).toBe(
    'Access removed: A person who deleted their account',
  )
})

test('customer support has the name of its brand', () => {
  const support = { company: 'https://support.example/cedar/de', companyType: 'ASA', permission: 'FULL_ACCESS' }
  const reader = { t, locale: 'en-GB', brandName: 'Cedar' }
  expect(describeActivityEntry(entry('contract-added', support), reader)).toBe('Connected, with consent: Cedar')
  expect(actorNameOf({ type: 'support', name: 'https://support.example/cedar/de' }, reader)).toBe('Cedar')
})

test('the reader is called You, a person without a name so', () => {
  expect(actorNameOf({ ...vera, isMe: true }, { t, brandName: 'Cedar' })).toBe('You')
  expect(actorNameOf({ ...vera, name: null }, { t, brandName: 'Cedar' })).toBe('A person without a name')
  expect(actorNameOf({ type: 'portal' }, { t, brandName: 'Cedar' })).toBe('This service')
})

test('a day is today, yesterday, or a date, with the year if it is another', () => {
  const now = new Date(2026, 10, 26, 0, 5).getTime()
  const words = (...date: [number, number, number, number]) =>
    formatActivityDayHeading(new Date(...date).getTime(), now, 'en-GB')
  expect(words(2026, 10, 26, 0)).toBe('Today')
  expect(words(2026, 10, 25, 23)).toBe('Yesterday')
  expect(words(2026, 10, 24, 12)).toBe('Tuesday 24 November')
  expect(words(2025, 10, 26, 0)).toContain('2025')
})

test('new entries go before those that were loaded, which stay', () => {
  const [five, four, three, two] = [5, 4, 3, 2].map((id) => entry('address-changed', {}, `${id}-1`))
  if (!five || !four || !three || !two) throw new Error('four entries')
  const loaded = { items: [four, three, two], hasMore: false, failed: null }
  expect(prependNewestActivity(loaded, { items: [five, four], hasMore: true })).toEqual({
    items: [five, four, three, two],
    hasMore: false,
    failed: null,
  })
  // The entries between both loads are unknown, so the list contains only the newest entries.
  expect(prependNewestActivity({ ...loaded, items: [two] }, { items: [five, four], hasMore: true })).toMatchObject({
    items: [five, four],
    hasMore: true,
  })
  const older = { items: [three, two], hasMore: false }
  expect(appendOlderActivity({ items: [five, four], hasMore: true, failed: null }, four, older)).toMatchObject({
    items: [five, four, three, two],
    hasMore: false,
  })
  expect(appendOlderActivity(loaded, four, older)).toBe(loaded)
})

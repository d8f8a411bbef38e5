import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, hourS } from '#contract/durations.ts'
import { languages } from '#contract/languages.ts'
import { createTranslation, loadSharedTexts } from '#client/i18n/translation.ts'
import type { RollingDay, DayPoint } from './day.ts'
import { formatDaySentences } from './day-sentence.ts'

const from = new Date(2026, 2, 1, 14, 30).getTime()
const to = from + dayMs

/** A step of a line: hours after the begin of the day, then the temperature. */
function point(hours: number, value: number): DayPoint {
  return { at: from + hours * hourMs, min: value, max: value, last: value }
}

const cold: RollingDay = {
  from,
  to,
  stepMs: 600_000,
  room: [point(0, 19.8), point(8, 21.4), point(20, 20)],
  outdoor: [point(0, 4), point(15.5, -3), point(20, 1)],
  workedS: 6.5 * hourS,
  faults: [],
}

async function sentencesIn(tag: string, changes: Partial<RollingDay> = {}): Promise<string> {
  const keeping = { getItem: () => null, setItem: () => {} }
  const { t, locale } = await createTranslation({
    load: loadSharedTexts,
    keeping,
    preferred: [tag],
    onLanguage: () => {},
  })
  return formatDaySentences({ ...cold, ...changes }, { t, locale: locale() })
    .join(' ')
    .replaceAll('\u2060', '')
    .replaceAll('\u00A0', ' ')
}

test('the day says how long the appliance worked, the range of the room, and when it was coldest outside', async () => {
  expect(await sentencesIn('en-GB')).toBe(
    'In operation for 6.5 hours. 19.8 – 21.4°C in the room. Coldest outside: −3.0°C at 06:00.',
  )
  expect(await sentencesIn('de')).toBe(
    '6,5 Stunden in Betrieb. Im Raum 19,8 – 21,4 °C. Draußen am kältesten: −3,0 °C um 06:00 Uhr.',
  )
})

describe('values that were not recorded are omitted', () => {
  test.each<[string, Partial<RollingDay>, string]>([
    ['an appliance that did not work', { workedS: 0, outdoor: [] }, '19.8 – 21.4°C in the room.'],
    ['an appliance that has worked for seconds', { workedS: 29, outdoor: [] }, '19.8 – 21.4°C in the room.'],
    ['no room temperature', { room: [], outdoor: [] }, 'In operation for 6.5 hours.'],
    ['a level line outside has no coldest moment', { outdoor: [point(0, 4), point(9, 4)], room: [], workedS: 0 }, ''],
    ['nothing at all', { room: [], outdoor: [], workedS: 0 }, ''],
    ['less than an hour', { workedS: 40 * 60, room: [], outdoor: [] }, 'In operation for 40 minutes.'],
  ])('%s', async (_, changes, expected) => {
    expect(await sentencesIn('en-GB', changes)).toBe(expected)
  })
})

test.each(languages)('each sentence is complete in %s', async (language) => {
  const sentence = await sentencesIn(language)
  expect(sentence).not.toMatch(/[{}]|day\./u)
  expect(sentence?.match(/6[.:]5|6,5/u)).not.toBeNull()
})

test('the coldest time is one at which the minimum was measured', async () => {
  const line = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 2 })
  const { t, locale } = await createTranslation({
    load: loadSharedTexts,
    keeping: { getItem: () => null, setItem: () => {} },
    preferred: ['en-GB'],
    onLanguage: () => {},
  })
  fc.assert(
    fc.property(line, fc.infiniteStream(fc.integer({ min: -20, max: 30 })), (hours, values) => {
      const outdoor = hours.toSorted((a, b) => a - b).map((hour) => point(hour, values.next().value))
      const [sentence = null] = formatDaySentences({ ...cold, room: [], workedS: 0, outdoor }, { t, locale: locale() })
      const min = Math.min(...outdoor.map((each) => each.min))
      const times = outdoor.filter((each) => each.min === min).map(({ at }) => new Date(at).toTimeString().slice(0, 5))
      const isLevel = outdoor.every((each) => each.min === min)
      expect(isLevel ? sentence === null : times.includes(String(sentence?.slice(-6, -1)))).toBe(true)
    }),
  )
})

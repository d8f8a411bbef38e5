import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HourValues, mergePackedHours, packHours, unpackHours } from './packed-hours.ts'

const tenths = fc.integer({ min: -1_000, max: 2_500 }).map((value) => value / 10)
const number = fc.oneof(
  tenths,
  fc.double({ min: -100, max: 250, noNaN: true }).map((value) => value + 0),
)

const hoursOf = (sum: fc.Arbitrary<number | null>, hour: fc.Arbitrary<number>) =>
  fc
    .uniqueArray(
      fc.record(
        { hour, least: number, most: number, last: number, sum, count: fc.integer({ min: 1, max: 5_000 }) },
        { noNullPrototype: true },
      ),
      {
        selector: (each) => each.hour,
        maxLength: 24,
      },
    )
    .map((hours): HourValues[] => hours.toSorted((one, other) => one.hour - other.hour))

const anyHours = fc.oneof(
  hoursOf(fc.constant(null), fc.integer({ min: 0, max: 23 })),
  hoursOf(fc.oneof(tenths, number), fc.integer({ min: 0, max: 23 })),
)

test('any hours of a day are unpacked as they were packed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), anyHours, { maxKeys: 6, noNullPrototype: true }), async (hours) => {
      const packed = new Map(Object.entries(hours))
      expect(unpackHours(await packHours(packed))).toStrictEqual([{ day: undefined, hours: packed }])
    }),
    { numRuns: 200 },
  )
})

test('the hours of days are unpacked out of a month, each with its day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyHours, { minLength: 1, maxLength: 10 }), async (days) => {
      const all = days.map((hours, index) => ({
        day: 20_000 + index,
        hours: new Map([['hc1.roomTemperature', hours]]),
      }))
      const packed = await Promise.all(all.map(async ({ day, hours }) => ({ day, hours: await packHours(hours) })))
      const month = await mergePackedHours(packed)
      expect(unpackHours(month)).toStrictEqual(all)
      expect(unpackHours(month, ['hc1.roomTemperature', 'dhw1.temperature'])).toStrictEqual(all)
      expect(unpackHours(month, [])).toStrictEqual(all.map(({ day }) => ({ day, hours: new Map() })))
    }),
    { numRuns: 50 },
  )
})

test('damaged hours are refused', async () => {
  const packed = await packHours(new Map([['hc1.roomTemperature', []]]))
  expect(() => unpackHours(packed.subarray(0, -3))).toThrow('')
})

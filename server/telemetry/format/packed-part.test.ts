import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TelemetryReport, compareReports, dayMicros } from '../telemetry-report.ts'
import { packPart, unpackPart } from './packed-part.ts'

// docs/reference/telemetry-format.md: unpacking returns exactly the values that were packed.

const day = 20_000
const midnight = day * dayMicros

const value = fc.oneof(
  fc.integer({ min: -400, max: 1_200 }).map((tenths) => tenths / 10),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(-0, 0, 1e300, -1e300, 0.1 + 0.2, Number('12345678901234567'), 5e-324, Infinity, null, true, false),
  fc.constantFrom('comfort', 'setback', '', '__proto__', 'ü\n"\\'),
  fc.string({ unit: 'grapheme' }),
  fc.jsonValue({ maxDepth: 3 }),
)

const values = fc.dictionary(
  fc.oneof(fc.constantFrom('temperature', 'setpoint', '__proto__', 'constructor', '7', ''), fc.string()),
  value,
  { maxKeys: 6, noNullPrototype: true },
)

const report = fc.record(
  {
    micros: fc.oneof(
      fc.integer({ min: 0, max: 287 }).map((step) => midnight + step * 300_000_000),
      fc.integer({ min: 0, max: dayMicros - 1 }).map((micros) => midnight + micros),
    ),
    unit: fc.constantFrom('status', 'heatCurve', 'hc1', 'dhw1', 'boiler2'),
    lateMicros: fc.oneof(
      fc.integer({ min: -300, max: 600 }).map((ms) => ms * 1000),
      fc.integer({ min: -9e10, max: 7e13 }),
    ),
    values,
  },
  { noNullPrototype: true },
)

/** Sorts reports. Of several reports with the same unit and time, only the last one stays. */
function ordered(reports: readonly TelemetryReport[]): TelemetryReport[] {
  const once = new Map(reports.map((each) => [`${each.micros} ${each.unit}`, each]))
  return [...once.values()].toSorted(compareReports)
}

test('any reports of a day are unpacked as they were packed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 40 }), async (some) => {
      const reports = ordered(some)
      const packed = await packPart(day, reports)
      // Compares with `isDeepStrictEqual`, because Vitest compares objects by their "constructor", which may be a key
      // of these objects.
      expect(isDeepStrictEqual(unpackPart(packed, { day, reportCount: reports.length }), reports)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('reports of some units are unpacked without the others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 20 }), async (some) => {
      const reports = ordered(some)
      const packed = await packPart(day, reports)
      const wanted = new Set(['status', 'dhw1'])
      const telemetryReports = unpackPart(packed, { day, reportCount: reports.length }, wanted)
      expect(
        isDeepStrictEqual(
          telemetryReports,
          reports.filter(({ unit }) => wanted.has(unit)),
        ),
      ).toBe(true)
    }),
  )
})

test('each number that JSON.parse returns is kept', async () => {
  const texts = ['-0', '1e300', '-1e400', '17.000000000000004', '9007199254740993', '0.30000000000000004', '1e-7']
  const reports = texts.map((text, second) => ({
    micros: midnight + second * 1_000_000,
    unit: 'hc1',
    lateMicros: 0,
    values: JSON.parse(`{"plain": ${text}, "deep": [{"__proto__": ${text}}]}`) as TelemetryReport['values'],
  }))
  const telemetryReports = unpackPart(await packPart(day, reports), { day, reportCount: reports.length })
  expect(telemetryReports).toStrictEqual(reports)
  expect(Object.is(telemetryReports[0]?.values['plain'], -0)).toBe(true)
})

const one: TelemetryReport = { micros: midnight, unit: 'hc1', lateMicros: 250_000, values: { roomTemperature: 20.5 } }

test('the dictionary of version 1 is the one with which days were packed', async () => {
  const dictionary = await readFile(new URL('dictionary-1.txt', import.meta.url))
  const digest = createHash('sha256').update(dictionary).digest('hex')
  expect(digest).toBe('e98f08b88c69a3fcb7d3a9199d94c5cc7ef07ea17c2ff369f7499ba837a47813')
})

test('a single changed byte is noticed, unless it changes nothing', async () => {
  const reports = [one, { ...one, micros: midnight + 1 }]
  const packed = await packPart(day, reports)
  for (let byte = 0; byte < packed.length; byte += 1) {
    const damaged = Buffer.from(packed)
    damaged[byte] = (damaged[byte] ?? 0) ^ 0x10
    expect([reports, 'damaged'], `byte ${byte}`).toContainEqual(
      orDamaged(() => unpackPart(damaged, { day, reportCount: 2 })),
    )
  }
})

function orDamaged(unpack: () => TelemetryReport[]): TelemetryReport[] | 'damaged' {
  try {
    return unpack()
  } catch (error) {
    if (error instanceof Error) return 'damaged'
    throw error
  }
}

test.each([
  ['cut', { bytes: -5, day, reportCount: 1 }],
  ['of another day', { bytes: 0, day: day + 1, reportCount: 1 }],
  ['with another number of reports', { bytes: 0, day, reportCount: 2 }],
])('a part that is %s is refused', async (_, { bytes, ...expected }) => {
  const packed = await packPart(day, [one])
  expect(() => unpackPart(packed.subarray(0, bytes === 0 ? undefined : bytes), expected)).toThrow(/./u)
})

test('reports that are alike take a byte or two each', async () => {
  const reports = Array.from({ length: 1_000 }, (_, step) => ({
    ...one,
    micros: midnight + step * 60_000_000,
    values: { roomTemperature: Math.round(200 + 10 * Math.sin(step / 50)) / 10, operationMode: 'comfort' },
  }))
  expect((await packPart(day, reports)).length).toBeLessThan(1_000)
})

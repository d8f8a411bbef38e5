import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { dayMs } from '#contract/durations.ts'
import { compressDocuments, decompressDocuments } from '#server/telemetry/format/compressed-json.ts'
import { packPart } from '#server/telemetry/format/packed-part.ts'
import { type TelemetryReport, dayMicros } from '#server/telemetry/telemetry-report.ts'
import { simulateValues } from '#stand-ins/gateways/simulate-values.ts'
import { unpackDebianPrograms } from '../debian-programs.ts'
import type { Trial } from '../trial.ts'

const day = Date.UTC(2026, 2, 12) / dayMs
const stepMicros = 600_000_000
const script = join(import.meta.dirname, 'read_day.py')
const dictionary = join(import.meta.dirname, '../../../server/telemetry/format/dictionary-1.txt')

/**
 * Tests the format of packed telemetry: a Python program reads a packed day and a merged month. It follows only the
 * description of the format, and uses no code of the portal.
 */
export async function runPackedDayTrial(trial: Trial): Promise<void> {
  const { folder, printPassed } = trial
  const { run } = await unpackDebianPrograms(trial, 'zstandard', ['python3-zstandard'])
  await mkdir(join(folder, 'packed'), { recursive: true })
  const file = join(folder, 'packed', 'data.zst')
  const expectRead = async (data: Buffer, reports: readonly TelemetryReport[]): Promise<void> => {
    await writeFile(file, data)
    const printed = await run('python3', [script, file, dictionary])
    const read = printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(read.toSorted(byText)).toEqual(reports.map(toPrinted).toSorted(byText))
  }
  const reports = [...simulatedReports(), ...rareReports()]
  const packed = await packPart(day, reports)
  await expectRead(packed, reports)
  printPassed(`Python reads the ${reports.length} reports of a packed day as they came`)
  const next = reports.map((report) => ({ ...report, micros: report.micros + dayMicros }))
  const documents = [packed, await packPart(day + 1, next)].flatMap((data) => decompressDocuments(data))
  await expectRead(await compressDocuments(documents), [...reports, ...next])
  printPassed('Python reads the days of a merged month')
}

function byText(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}

function simulatedReports(): TelemetryReport[] {
  const house = { serial: 'interop', applianceType: 'HP' } as const
  return Array.from({ length: dayMicros / stepMicros }, (_, step) => day * dayMicros + step * stepMicros).flatMap(
    (micros) =>
      Object.entries(simulateValues(house, micros / 1000)).map(([unit, values]) => ({
        micros,
        unit,
        lateMicros: 250_000 + (micros % 977) * 1000,
        values: { ...values },
      })),
  )
}

function rareReports(): TelemetryReport[] {
  const values = [
    { number: 1e300, nested: { deep: [1, null, 'ü'] } },
    { number: 0.1 + 0.2, text: '=1+1', flag: false },
    { number: Number('12345678901234567'), '': null },
  ]
  return values.map((each, second) => ({
    micros: day * dayMicros + 123_456 + second * 1_000_000,
    unit: 'boiler2',
    lateMicros: -600_000_000,
    values: each,
  }))
}

function toPrinted({ micros, unit, lateMicros, values }: TelemetryReport): object {
  const fraction = String(micros % 1_000_000).padStart(6, '0')
  const ts = `${new Date(micros / 1000).toISOString().slice(0, 19)}.${fraction}+00:00`
  return { ts, unit, late: lateMicros / 1e6, values }
}

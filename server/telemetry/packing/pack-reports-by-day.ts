import type { EventLoopYielder } from '../event-loop-yielder.ts'
import { type TelemetryReport, epochDayOf } from '../telemetry-report.ts'
import { packHours } from '../format/packed-hours.ts'
import { packPart } from '../format/packed-part.ts'
import { createHourCollector } from '../hour-values.ts'

/** A part of the packed reports of a day. Only the first part of a day has `hours`. */
export type PackedPart = { part: number; reportCount: number; hours: Buffer | null; data: Buffer }

/** A packed day with all its parts. `day`: epoch days. */
export type PackedDay = { day: number; parts: readonly PackedPart[] }

/**
 * The maximum numbers of reports and characters in a part. Unpacking a part of this size blocks the event loop for a
 * few milliseconds.
 */
const reportsOfPart = 1_000
const charactersOfPart = 200_000

/** Packs reports of a gateway, sorted by `compareReports`, day by day. */
export async function* packReportsByDay(
  reports: AsyncIterable<readonly TelemetryReport[]>,
  pace: EventLoopYielder,
): AsyncGenerator<PackedDay> {
  let packer: DayPacker | undefined
  for await (const batch of reports) {
    await pace()
    for (const [day, ofDay] of Map.groupBy(batch, ({ micros }) => epochDayOf(micros))) {
      if (packer && packer.day !== day) yield await packer.end()
      if (packer?.day !== day) packer = createDayPacker(day, pace)
      await packer.add(ofDay)
      await pace()
    }
  }
  if (packer) yield await packer.end()
}

type DayPacker = { day: number; add(reports: readonly TelemetryReport[]): Promise<void>; end(): Promise<PackedDay> }

function createDayPacker(day: number, pace: EventLoopYielder): DayPacker {
  const parts: PackedPart[] = []
  const dayHours = createHourCollector(day)
  let telemetryReports: TelemetryReport[] = []
  let characters = 0

  async function pack(): Promise<void> {
    const reports = telemetryReports
    telemetryReports = []
    characters = 0
    const data = await packPart(day, reports, pace)
    parts.push({ part: parts.length, reportCount: reports.length, hours: null, data })
  }

  async function add(reports: readonly TelemetryReport[]): Promise<void> {
    dayHours.note(reports)
    await pace()
    for (const report of reports) {
      telemetryReports.push(report)
      characters += charactersOf(report)
      if (telemetryReports.length >= reportsOfPart || characters >= charactersOfPart) await pack()
    }
  }

  async function end(): Promise<PackedDay> {
    if (telemetryReports.length > 0) await pack()
    const hours = await packHours(dayHours.end())
    return { day, parts: parts.map((part) => (part.part === 0 ? { ...part, hours } : part)) }
  }

  return { day, add, end }
}

const charactersOfValue = 8

/** Estimates the number of characters that the values of a report have as text. */
function charactersOf({ values }: TelemetryReport): number {
  let sum = 0
  for (const key in values) {
    const value = values[key]
    if (typeof value === 'string') sum += value.length
    else if (typeof value === 'object' && value !== null) sum += JSON.stringify(value).length
    else sum += charactersOfValue
  }
  return sum
}

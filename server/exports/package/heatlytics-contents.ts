import { units } from '#contract/event-bus.ts'
import { telemetryStoredSince } from '#contract/telemetry.ts'
import type { TelemetryDamage } from '#server/telemetry/read-reports.ts'
import { createCompletenessCounter, gapColumns, type CompletenessCounter } from './completeness-counter.ts'
import { csvMediaType, type PackageContents, type PackageFile } from './package-contents.ts'
import { type CsvCell, toCsvCell, toCsvLine } from './csv.ts'
import {
  createBeforeOwnershipExclusion,
  createDamagedDayExclusion,
  derivedDataReason,
  notReadilyAvailableReason,
  type Exclusion,
} from './exclusions.ts'
import { type ReportedDatapoint, type StoredReport, createDatapointLookup, readingQualityOf } from './stored-report.ts'
import { readStoredReportBatches, type ExportSnapshot } from './store.ts'
import { gapsSchema, telemetrySchema } from './table-schemas.ts'
import type { ExportWindow } from './export-window.ts'

const telemetryColumns = ['ts_utc', 'datapoint_id', 'value', 'unit', 'quality'] as const

/**
 * Returns the files of source HEATLYTICS. Missing readings are counted while telemetry.csv is read, so gaps.csv must
 * be read after that file. `onProgress` receives shares from 0 to 1.
 */
export function createHeatlyticsContents(
  snapshot: ExportSnapshot,
  onProgress: (share: number) => void,
): PackageContents {
  const { window, ownerSince, requestedAt } = snapshot.scope
  const completeness = createCompletenessCounter(window, telemetryStoredSince(requestedAt))
  const damagedDays = new Set<number>()
  const query = {
    from: window.from,
    until: window.daysEnd,
    units,
    onDamaged: (damage: TelemetryDamage) => {
      // Reports a damaged day only the first time, because telemetry.ndjson reads the same days again.
      if (!damagedDays.has(damage.day)) snapshot.onDamaged(damage)
      damagedDays.add(damage.day)
      completeness.addDamagedDay(damage.day)
    },
  }
  let rows = 0

  function note(report: StoredReport): void {
    rows += Object.keys(report.values).length
    completeness.countReport(report)
  }

  async function* csv(): AsyncGenerator<string> {
    const linesOf = csvWriter()
    yield toCsvLine(telemetryColumns)
    for await (const reports of readStoredReportBatches(snapshot, query)) {
      reports.forEach(note)
      yield linesOf(reports)
      onProgress(shareRead(reports, window) / 2)
    }
  }

  async function* ndjson(): AsyncGenerator<string> {
    const linesOf = ndjsonWriter()
    for await (const reports of readStoredReportBatches(snapshot, query)) {
      yield linesOf(reports)
      onProgress((1 + shareRead(reports, window)) / 2)
    }
  }

  const files: PackageFile[] = [
    { path: 'telemetry.csv', title: 'Readings', mediatype: csvMediaType, schema: telemetrySchema, content: csv() },
    {
      path: 'telemetry.ndjson',
      title: 'Readings, one JSON object a line',
      mediatype: 'application/x-ndjson',
      content: ndjson(),
    },
    {
      path: 'gaps.csv',
      title: 'What was expected and what was delivered',
      mediatype: csvMediaType,
      schema: gapsSchema,
      content: gaps(completeness),
    },
  ]
  const exclusions = () => [
    ...exclusionsOf(completeness, new Date(ownerSince).toISOString()),
    ...[...damagedDays].map(createDamagedDayExclusion),
  ]
  return { files, rows: () => rows, exclusions }
}

/** Returns the lines of successive reports as one text. */
type LineWriter = (reports: readonly StoredReport[]) => string

/**
 * The constant parts of a datapoint's lines. A line consists of the time, `start`, the value, `end` and the quality.
 */
type DatapointLine = { datapoint: ReportedDatapoint; start: string; end: string }

/** Creates the writer for telemetry.csv. A nested value becomes JSON text. */
function csvWriter(): LineWriter {
  const linesOf = createDatapointLookup((datapoint): DatapointLine => {
    return { datapoint, start: `,${toCsvCell(datapoint.id)},`, end: `,${datapoint.unit},` }
  })
  return lineWriter(linesOf, (report, { datapoint, start, end }) => {
    const cell = toCsvCell(toCell(report.values[datapoint.key]))
    return `${report.ts}${start}${cell}${end}${readingQualityOf(datapoint, report)}\r\n`
  })
}

/** Creates the writer for telemetry.ndjson, in which values are unchanged. */
function ndjsonWriter(): LineWriter {
  const linesOf = createDatapointLookup((datapoint): DatapointLine => {
    const end = `,"unit":"${datapoint.unit}","quality":"`
    return { datapoint, start: `","datapoint_id":${jsonText(datapoint.id)},"value":`, end }
  })
  return lineWriter(linesOf, (report, { datapoint, start, end }) => {
    const value = jsonText(report.values[datapoint.key])
    return `{"ts_utc":"${report.ts}${start}${value}${end}${readingQualityOf(datapoint, report)}"}\n`
  })
}

// Creates a writer that concatenates strings, which is faster than joining a list.
function lineWriter(
  linesOf: (report: StoredReport) => readonly DatapointLine[],
  lineOf: (report: StoredReport, line: DatapointLine) => string,
): LineWriter {
  return (reports) => {
    let lines = ''
    for (const report of reports) for (const line of linesOf(report)) lines += lineOf(report, line)
    return lines
  }
}

const plainText = /^[\w.]*$/u

// Returns the same text as `JSON.stringify`, but is faster for numbers, booleans and texts without special
// characters.
function jsonText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && plainText.test(value) ? `"${value}"` : JSON.stringify(value)
}

function toCell(value: unknown): CsvCell {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return JSON.stringify(value)
}

/** Returns the share of the window that is before the last of these reports. */
function shareRead(reports: readonly StoredReport[], { from, until }: ExportWindow): number {
  const last = reports.at(-1)?.at ?? from
  return Math.min((last - from) / Math.max(until - from, 1), 1)
}

function* gaps(completeness: CompletenessCounter): Generator<string> {
  yield toCsvLine(gapColumns)
  yield* completeness.lines()
}

function exclusionsOf(completeness: CompletenessCounter, ownerSince: string): Exclusion[] {
  return [
    createBeforeOwnershipExclusion(ownerSince),
    ...completeness.neverReported().map((id) => ({
      what: id,
      ...notReadilyAvailableReason,
      detail: 'The appliance did not report this datapoint within the time of the package.',
    })),
    { what: 'firmware version', ...notReadilyAvailableReason, detail: 'The gateway does not send it to the portal.' },
    {
      what: 'averages and charts of the portal',
      ...derivedDataReason,
      detail: 'The portal works them out of the readings of this package when they are looked at, and keeps none.',
    },
  ]
}

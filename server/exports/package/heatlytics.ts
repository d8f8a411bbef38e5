import { telemetryKeptSince } from '#contract/telemetry.ts'
import { createCompleteness, gapColumns, type Completeness } from './completeness.ts'
import { csvType, type PackageContents, type PackageFile } from './contents.ts'
import { type Cell, csvCell, csvLine } from './csv.ts'
import { beforeOwnership, derivedData, notReadilyAvailable, type Exclusion } from './exclusions.ts'
import { readingsOf, type StoredReport } from './reading.ts'
import { readStoredReports, type Snapshot } from './store.ts'
import { gapsSchema, telemetrySchema } from './table-schemas.ts'
import type { Window } from './window.ts'

const telemetryColumns = ['ts_utc', 'datapoint_id', 'value', 'unit', 'quality'] as const

/** The telemetry. What is missing of it is counted while telemetry.csv goes by. */
export function heatlytics(snapshot: Snapshot, onProgress: (share: number) => void): PackageContents {
  const { window, ownerSince, requestedAt } = snapshot.extent
  const completeness = createCompleteness(window, telemetryKeptSince(requestedAt))
  const wanted = { from: window.from, until: window.daysEnd }
  let rows = 0

  function note(report: StoredReport): void {
    rows += Object.keys(report.values).length
    completeness.note(report)
  }

  async function* csv(): AsyncGenerator<string> {
    yield csvLine(telemetryColumns)
    for await (const reports of readStoredReports(snapshot, wanted)) {
      reports.forEach(note)
      yield linesOf(reports, csvLines)
      onProgress(passed(reports, window) / 2)
    }
  }

  async function* ndjson(): AsyncGenerator<string> {
    for await (const reports of readStoredReports(snapshot, wanted)) {
      yield linesOf(reports, ndjsonLines)
      onProgress((1 + passed(reports, window)) / 2)
    }
  }

  const files: PackageFile[] = [
    { path: 'telemetry.csv', title: 'Readings', mediatype: csvType, schema: telemetrySchema, content: csv() },
    {
      path: 'telemetry.ndjson',
      title: 'Readings, one JSON object a line',
      mediatype: 'application/x-ndjson',
      content: ndjson(),
    },
    {
      path: 'gaps.csv',
      title: 'What was expected and what was delivered',
      mediatype: csvType,
      schema: gapsSchema,
      content: gaps(completeness),
    },
  ]
  return { files, rows: () => rows, exclusions: () => exclusionsOf(completeness, new Date(ownerSince).toISOString()) }
}

// Adding up takes less time than joining a list.
function linesOf(reports: readonly StoredReport[], linesOfReport: (report: StoredReport) => string): string {
  let lines = ''
  for (const report of reports) lines += linesOfReport(report)
  return lines
}

/** The lines of a report in telemetry.csv. Nested values stand as JSON text. */
function csvLines(report: StoredReport): string {
  let lines = ''
  for (const { id, value, unit, quality } of readingsOf(report))
    lines += `${report.ts},${csvCell(id)},${csvCell(toCell(value))},${unit},${quality}\r\n`
  return lines
}

/** The lines of a report in telemetry.ndjson. Values are as they came. */
function ndjsonLines(report: StoredReport): string {
  let lines = ''
  const start = `{"ts_utc":"${report.ts}","datapoint_id":`
  for (const { id, value, unit, quality } of readingsOf(report))
    lines += `${start}${jsonText(id)},"value":${jsonText(value)},"unit":"${unit}","quality":"${quality}"}\n`
  return lines
}

const plainText = /^[\w.]*$/u

// JSON.stringify for the few that need it.
function jsonText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && plainText.test(value) ? `"${value}"` : JSON.stringify(value)
}

function toCell(value: unknown): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return JSON.stringify(value)
}

/** How much of the window lies before the last of the reports. */
function passed(reports: readonly StoredReport[], { from, until }: Window): number {
  const last = reports.at(-1)?.at ?? from
  return Math.min((last - from) / Math.max(until - from, 1), 1)
}

function* gaps(completeness: Completeness): Generator<string> {
  yield csvLine(gapColumns)
  yield* completeness.lines()
}

function exclusionsOf(completeness: Completeness, ownerSince: string): Exclusion[] {
  return [
    beforeOwnership(ownerSince),
    ...completeness.neverReported().map((id) => ({
      what: id,
      ...notReadilyAvailable,
      detail: 'The appliance did not report this datapoint within the time of the package.',
    })),
    { what: 'firmware version', ...notReadilyAvailable, detail: 'The gateway does not tell it to the portal.' },
    {
      what: 'averages and charts of the portal',
      ...derivedData,
      detail: 'The portal works them out of the readings of this package when they are looked at, and keeps none.',
    },
  ]
}

import { csvCell, type Cell } from './csv.ts'
import { readingsOf, type Reading, type StoredReport } from './reading.ts'

export const telemetryColumns = ['ts_utc', 'datapoint_id', 'value', 'unit', 'quality'] as const

/** The lines of a report in telemetry.csv. Nested values stand as JSON text. */
export function csvLines(report: StoredReport): string {
  let lines = ''
  for (const { id, value, unit, quality } of readingsOf(report))
    lines += `${report.ts},${csvCell(id)},${csvCell(toCell(value))},${unit},${quality}\r\n`
  return lines
}

/** The lines of a report in telemetry.ndjson. Values are as they came. */
export function ndjsonLines(report: StoredReport): string {
  return readingsOf(report)
    .map((reading) => ndjsonLine(report.ts, reading))
    .join('')
}

function ndjsonLine(ts: string, { id, value, unit, quality }: Reading): string {
  return `{"ts_utc":"${ts}","datapoint_id":${JSON.stringify(id)},"value":${JSON.stringify(value)},"unit":"${unit}","quality":"${quality}"}\n`
}

function toCell(value: unknown): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return JSON.stringify(value)
}

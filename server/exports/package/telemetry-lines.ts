import { csvCell, type Cell } from './csv.ts'
import { readingsOf, type StoredReport } from './reading.ts'

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
  let lines = ''
  for (const { id, value, unit, quality } of readingsOf(report))
    lines += `{"ts_utc":"${report.ts}","datapoint_id":${jsonText(id)},"value":${jsonText(value)},"unit":"${unit}","quality":"${quality}"}\n`
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

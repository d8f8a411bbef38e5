import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'

const dictionary = readFileSync(new URL('../../server/telemetry/format/dictionary-1.txt', import.meta.url))

/**
 * A report that was read from a packed day. `at`: epoch milliseconds. `number`: the value with the key `number` in the
 * report.
 */
export type PackedReport = { at: number; number: unknown }

type Column =
  | unknown[]
  | { once: unknown }
  | { runs: unknown[] }
  | { scale: number; deltas: number[] }
  | { scale: number; scaled: number[] }

type Part = {
  day: string
  units: { unit: string; ts: Column; values: Record<string, Column | { rows: number[]; column: Column }> }[]
}

/**
 * Reads the reports of the unit `hc1` from packed telemetry. Follows docs/reference/telemetry-format.md, and shares
 * no code with the portal.
 */
export function readPackedReports(data: Buffer): PackedReport[] {
  const documents = zstdDecompressSync(data, { dictionary }).toString().split('\n')
  return documents.flatMap((document) => reportsOf(JSON.parse(document) as Part))
}

function reportsOf({ day, units }: Part): PackedReport[] {
  const midnight = Date.parse(day)
  return units
    .filter(({ unit }) => unit === 'hc1')
    .flatMap(({ ts, values }) => {
      const numbers = values['number']
      const times = valuesOf(ts).map((seconds) => midnight + Math.round(Number(seconds) * 1000))
      if (numbers === undefined) return []
      if (!('rows' in numbers)) return pairsOf(times, valuesOf(numbers, times.length))
      let row = 0
      const having = numbers.rows.map((distance) => times[(row += distance)] ?? 0)
      return pairsOf(having, valuesOf(numbers.column, having.length))
    })
}

function pairsOf(times: readonly number[], numbers: readonly unknown[]): PackedReport[] {
  return times.map((at, row) => ({ at, number: numbers[row] }))
}

function valuesOf(column: Column, rows = 1): unknown[] {
  if (Array.isArray(column)) return column
  if ('once' in column) return Array.from({ length: rows }, () => column.once)
  if ('runs' in column)
    return column.runs.flatMap((value, index) =>
      index % 2 === 0 ? Array.from({ length: Number(column.runs[index + 1]) }, () => value) : [],
    )
  if ('scaled' in column) return column.scaled.map((value) => value / 10 ** column.scale)
  let sum = 0
  return column.deltas.map((delta) => (sum += delta) / 10 ** column.scale)
}

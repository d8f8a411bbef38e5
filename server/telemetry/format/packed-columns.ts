import { preserveNumbersForJson } from './compressed-json.ts'

/** A value of JSON of any type. */
export type JsonValue = unknown

/**
 * The values of one key, one for each row, in one of these forms:
 * - `once`: all values are the same.
 * - `runs`: in turn a value and the number of successive rows that have it.
 * - `deltas`: whole multiples of 10^-scale, each as the difference from the previous value; the first is the difference
 *   from 0.
 * - `scaled`: whole multiples of 10^-scale.
 * - An array: the values themselves.
 */
export type PackedColumn =
  | readonly JsonValue[]
  | { once: JsonValue }
  | { runs: readonly JsonValue[] }
  | { scale: number; deltas: readonly number[] }
  | { scale: number; scaled: readonly number[] }

const largestScale = 6
/** The largest whole number in `scaled` and `deltas`. Sums and differences of such numbers are exact. */
const largestScaled = 2 ** 51
/** The minimum average number of rows in a run. If runs are shorter, another form is used. */
const rowsOfRun = 4

/** Packs the values of a column for JSON.stringify. There must be at least one value. */
export function packColumn(values: readonly JsonValue[]): PackedColumn {
  const runs = toRuns(values)
  if (runs.length === 2) return { once: preserveNumbersForJson(runs[0]) }
  if ((runs.length / 2) * rowsOfRun <= values.length) return { runs: runs.map(preserveNumbersForJson) }
  return toScaled(values) ?? values.map(preserveNumbersForJson)
}

// Groups successive equal values. An object or array never equals another one, so it is never joined into a run.
function toRuns(values: readonly JsonValue[]): JsonValue[] {
  const runs: JsonValue[] = []
  let [before, count] = [values[0], 0]
  for (const value of values) {
    if (Object.is(value, before)) {
      count += 1
      continue
    }
    runs.push(before, count)
    ;[before, count] = [value, 1]
  }
  runs.push(before, count)
  return runs
}

function toScaled(values: readonly JsonValue[]): PackedColumn | null {
  if (!values.every(isPlainNumber)) return null
  for (let scale = 0; scale <= largestScale; scale += 1) {
    const scaledValues = scaledBy(values, scale)
    if (scaledValues) return shorter(scale, scaledValues)
  }
  return null
}

function isPlainNumber(value: JsonValue): value is number {
  return typeof value === 'number' && !Object.is(value, -0)
}

function scaledBy(values: readonly number[], scale: number): number[] | null {
  const factor = 10 ** scale
  const scaledValues: number[] = []
  for (const value of values) {
    const whole = Math.round(value * factor)
    // This scale is not possible if the division does not return exactly the same number.
    if (whole / factor !== value || Math.abs(whole) > largestScaled || Object.is(whole, -0)) return null
    scaledValues.push(whole)
  }
  return scaledValues
}

function shorter(scale: number, scaledValues: readonly number[]): PackedColumn {
  const deltas = scaledValues.map((value, row) => value - (scaledValues[row - 1] ?? 0))
  return sizeOf(deltas) < sizeOf(scaledValues) ? { scale, deltas } : { scale, scaled: scaledValues }
}

function sizeOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + Math.log10(Math.abs(value) + 1) + (value < 0 ? 0.5 : 0), 0)
}

/**
 * Unpacks the values of a column with `rows` rows.
 * @throws Error if the column has another number of values
 */
export function unpackColumn(column: PackedColumn, rows: number): readonly JsonValue[] {
  const values = valuesOf(column, rows)
  if (values.length !== rows) throw new Error(`A column has ${values.length} values and not ${rows}`)
  return values
}

function valuesOf(column: PackedColumn, rows: number): readonly JsonValue[] {
  if (isList(column)) return column
  if ('once' in column) return Array.from({ length: rows }, () => column.once)
  if ('runs' in column) return fromRuns(column.runs, rows)
  const factor = 10 ** column.scale
  if ('scaled' in column) return column.scaled.map((value) => value / factor)
  let sum = 0
  return column.deltas.map((delta) => (sum += delta) / factor)
}

function isList(column: PackedColumn): column is readonly JsonValue[] {
  return Array.isArray(column)
}

function fromRuns(runs: readonly JsonValue[], rows: number): JsonValue[] {
  const values: JsonValue[] = []
  for (let run = 0; run + 1 < runs.length && values.length <= rows; run += 2) {
    const count = Math.min(Number(runs[run + 1]), rows + 1)
    for (let row = 0; row < count; row += 1) values.push(runs[run])
  }
  return values
}

import { type EventLoopYielder, createEventLoopYielder } from '../event-loop-yielder.ts'
import { type TelemetryReport, parseEpochDay, dayMicros, formatEpochDay } from '../telemetry-report.ts'
import { type PackedColumn, type JsonValue, unpackColumn, packColumn } from './packed-columns.ts'
import { compressJson, decompressDocuments } from './compressed-json.ts'

/** The version of the format that this module writes and reads: docs/reference/telemetry-format.md. */
export const telemetryFormatVersion = 1

/** All or some reports of one day, compressed together. `day`: `YYYY-MM-DD`. */
type Part = { format: number; day: string; units: readonly UnitPart[] }

/**
 * The reports of one unit. `ts`: seconds from midnight UTC to the report's time; `late`: seconds from that time to the
 * reception. Both have one row for each report.
 */
type UnitPart = { unit: string; ts: PackedColumn; late: PackedColumn; values: Readonly<Record<string, KeyColumn>> }

/**
 * The values of one key. `rows`: the indexes of the reports with the key, each as the difference from the previous one;
 * omitted if all reports have the key.
 */
type KeyColumn = PackedColumn | { rows: readonly number[]; column: PackedColumn }

const micro = 1e6

/**
 * Packs reports of one day (epoch days). There must be at least one report, and the reports must be sorted by
 * `compareReports`.
 */
export async function packPart(
  day: number,
  reports: readonly TelemetryReport[],
  pace: EventLoopYielder = createEventLoopYielder(),
): Promise<Buffer> {
  const units: UnitPart[] = []
  for (const [unit, ofUnit] of Map.groupBy(reports, (report) => report.unit)) {
    await pace()
    units.push(toUnitPart(unit, ofUnit, day * dayMicros))
  }
  await pace()
  const part: Part = { format: telemetryFormatVersion, day: formatEpochDay(day), units }
  return compressJson(part)
}

function toUnitPart(unit: string, reports: readonly TelemetryReport[], midnight: number): UnitPart {
  const keys = new Set(reports.flatMap(({ values }) => Object.keys(values)))
  return {
    unit,
    ts: packColumn(reports.map(({ micros }) => (micros - midnight) / micro)),
    late: packColumn(reports.map(({ lateMicros }) => lateMicros / micro)),
    values: Object.fromEntries([...keys].map((key) => [key, toKeyColumn(key, reports)])),
  }
}

function toKeyColumn(key: string, reports: readonly TelemetryReport[]): KeyColumn {
  const rows = reports.flatMap(({ values }, row) => (Object.hasOwn(values, key) ? [row] : []))
  const column = packColumn(rows.map((row) => reports[row]?.values[key]))
  if (rows.length === reports.length) return column
  return { rows: rows.map((row, index) => row - (rows[index - 1] ?? 0)), column }
}

/** The day (epoch days) and the number of reports that the database row says about a part. */
export type ExpectedPart = { day: number; reportCount: number }

/**
 * Unpacks the reports of a part, sorted by `compareReports`. `wantedIds`: the units to unpack; if omitted, all are
 * unpacked.
 * @throws Error if the part is damaged, of another day, or of another version
 */
export function unpackPart(
  data: Uint8Array,
  expectedPart: ExpectedPart,
  wantedIds?: ReadonlySet<string>,
): TelemetryReport[] {
  const [document = '', ...others] = decompressDocuments(data)
  if (others.length > 0) throw new Error(`The part has ${others.length + 1} documents`)
  const { day, count, reports } = unpackDocument(document, wantedIds)
  if (day !== expectedPart.day) throw new Error(`The part is of the day ${formatEpochDay(day)}`)
  if (count !== expectedPart.reportCount)
    throw new Error(`The part has ${count} reports, not ${expectedPart.reportCount}`)
  return reports
}

const startOfDocument = /^\{"format":\d+,"day":"(\d{4}-\d\d-\d\d)"/u

/**
 * Reads the day (epoch days) at the start of a part's document.
 * @throws Error if the document does not begin with a day
 */
export function dayOfDocument(document: string): number {
  const [, name] = startOfDocument.exec(document) ?? []
  if (name === undefined) throw new Error('The document has no day')
  return parseEpochDay(name)
}

/**
 * The content of a part's document. `day`: epoch days. `count`: the number of reports of all units, including units
 * that were not requested.
 */
export type UnpackedDocument = { day: number; count: number; reports: TelemetryReport[] }

/**
 * Unpacks the document of a part, in the form that `decompressDocuments` returns.
 * @throws Error if the document has another version
 */
export function unpackDocument(document: string, wantedIds?: ReadonlySet<string>): UnpackedDocument {
  const part = JSON.parse(document) as Part
  if (part.format !== telemetryFormatVersion) throw new Error(`The format has the version ${part.format}`)
  const day = parseEpochDay(part.day)
  const midnight = day * dayMicros
  const times = part.units.map(({ ts }) => microsOf(ts))
  const count = times.reduce((sum, { length }) => sum + length, 0)
  const units = part.units.flatMap((unitPart, index) =>
    wantedIds === undefined || wantedIds.has(unitPart.unit)
      ? [fromUnitPart(unitPart, times[index] ?? [], midnight)]
      : [],
  )
  return { day, count, reports: inOrder(units) }
}

function microsOf(column: PackedColumn): number[] {
  const count = rowsOf(column)
  return unpackColumn(column, count).map((seconds) => Math.round(Number(seconds) * micro))
}

// Returns the number of rows of a column of times. A unit has at most one report at each time, so if all times are
// the same, there is one row.
function rowsOf(column: PackedColumn): number {
  if ('once' in column) return 1
  if ('runs' in column) return column.runs.reduce<number>((sum, each, index) => sum + (index % 2) * Number(each), 0)
  if ('deltas' in column) return column.deltas.length
  return 'scaled' in column ? column.scaled.length : column.length
}

function fromUnitPart({ unit, late, values }: UnitPart, times: readonly number[], midnight: number): TelemetryReport[] {
  const lates = unpackColumn(late, times.length)
  const rows: Record<string, JsonValue>[] = times.map(() => ({}))
  for (const [key, column] of Object.entries(values)) setKey(rows, key, column)
  return times.map((micros, row) => ({
    micros: midnight + micros,
    unit,
    lateMicros: Math.round(Number(lates[row]) * micro),
    values: rows[row] ?? {},
  }))
}

function setKey(rows: readonly Record<string, JsonValue>[], key: string, column: KeyColumn): void {
  const set = key === '__proto__' ? defineKey : assignKey
  if (!('rows' in column)) {
    unpackColumn(column, rows.length).forEach((value, row) => set(rows[row], key, value))
    return
  }
  const values = unpackColumn(column.column, column.rows.length)
  let row = 0
  column.rows.forEach((distance, index) => {
    row += distance
    set(rows[row], key, values[index])
  })
}

function assignKey(row: Record<string, JsonValue> | undefined, key: string, value: JsonValue): void {
  if (row === undefined) throw new Error(`The key ${key} names a row that is not there`)
  row[key] = value
}

// Defines a value even if the key is `__proto__`. An assignment to that key would set the prototype of the row.
function defineKey(row: Record<string, JsonValue> | undefined, key: string, value: JsonValue): void {
  if (row === undefined) throw new Error(`The key ${key} names a row that is not there`)
  Object.defineProperty(row, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Merges the sorted reports of several units into one sorted list. Most gateways report all units at once. */
function inOrder(units: readonly TelemetryReport[][]): TelemetryReport[] {
  const [only] = units
  if (only === undefined || units.length === 1) return only ?? []
  const byName = units.toSorted((one, other) => ((one[0]?.unit ?? '') < (other[0]?.unit ?? '') ? -1 : 1))
  const next = byName.map(() => 0)
  const telemetryReports: TelemetryReport[] = []
  for (;;) {
    let least = Infinity
    for (let unit = 0; unit < byName.length; unit += 1) {
      const micros = byName[unit]?.[next[unit] ?? 0]?.micros ?? Infinity
      if (micros < least) least = micros
    }
    if (least === Infinity) return telemetryReports
    for (let unit = 0; unit < byName.length; unit += 1) {
      const report = byName[unit]?.[next[unit] ?? 0]
      if (report?.micros !== least) continue
      telemetryReports.push(report)
      next[unit] = (next[unit] ?? 0) + 1
    }
  }
}

import { CsvError, type Info, parse } from 'csv-parse/sync'
import type * as z from 'zod/mini'

/**
 * A row that cannot be imported. `line`: the number of its line in the file; the header is line 1. `reason` never
 * contains a secret.
 */
export type BadRow = { line: number; reason: string }

/**
 * The result of parsing a file. `lines`: the number of the line on which each of `rows` begins. A file with an error
 * has no rows, only `badRows`.
 */
export type ParsedCsvFile<Row> = { kind: 'good'; rows: Row[]; lines: number[] } | { kind: 'bad'; badRows: BadRow[] }

/** The format of a CSV file: the schema of a row, and the columns whose values must not be in error messages. */
export type CsvFileFormat<Shape extends z.core.$ZodLooseShape> = {
  row: z.ZodMiniObject<Shape>
  secretColumns: readonly string[]
}

type Parsed = { record: string[]; raw: string; info: Info }

/** The maximum length of a value in a message; longer values are cut. */
const maxShownLength = 40

/**
 * Parses a CSV file with a header (RFC 4180, UTF-8) by the schema of its rows. If a row is bad, the result has no rows.
 * Specification 18.4.
 */
export function parseCsvFile<Shape extends z.core.$ZodLooseShape>(
  content: string,
  form: CsvFileFormat<Shape>,
): ParsedCsvFile<z.output<z.ZodMiniObject<Shape>>> {
  const nul = content.indexOf('\0')
  if (nul >= 0) return { kind: 'bad', badRows: [{ line: lineAt(content, nul), reason: 'holds a NUL byte' }] }
  const parsed = readRecords(content.replaceAll('\r\n', '\n'))
  if (!Array.isArray(parsed)) return { kind: 'bad', badRows: [parsed] }
  const [header, ...records] = parsed
  if (header === undefined) return { kind: 'bad', badRows: [{ line: 1, reason: 'the file is empty' }] }
  const complaint = headerProblem(header.record, form)
  if (complaint !== null) return { kind: 'bad', badRows: [{ line: firstLineOf(header), reason: complaint }] }
  return checkRows(header.record, records, form)
}

function headerProblem<Shape extends z.core.$ZodLooseShape>(
  columns: readonly string[],
  { row }: CsvFileFormat<Shape>,
): string | null {
  const separator = foreignSeparator(columns)
  if (separator !== null) return `the file separates its columns by ${separator}; save it as CSV with commas (RFC 4180)`
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice !== undefined) return `the column ${JSON.stringify(shortenedValue(twice))} is in the header twice`
  const requiredCells = Object.entries(row.shape).filter(
    ([, cell]) => (cell as z.core.$ZodType)._zod.optin !== 'optional',
  )
  const missing = requiredCells.map(([column]) => column).filter((column) => !columns.includes(column))
  if (missing.length === 0) return null
  return `the header has no ${missing.join(', ')}; the columns are ${Object.keys(row.shape).join(',')}`
}

/**
 * Returns the name of the separator if a header has semicolons or tabs instead of commas, because spreadsheets write
 * such files in many countries. Returns null for any other header.
 */
function foreignSeparator(columns: readonly string[]): string | null {
  if (columns.length > 1) return null
  if (columns[0]?.includes(';')) return 'semicolons'
  return columns[0]?.includes('\t') ? 'tabs' : null
}

function checkRows<Shape extends z.core.$ZodLooseShape>(
  columns: readonly string[],
  records: readonly Parsed[],
  { row, secretColumns }: CsvFileFormat<Shape>,
): ParsedCsvFile<z.output<z.ZodMiniObject<Shape>>> {
  const rows: z.output<z.ZodMiniObject<Shape>>[] = []
  const lines: number[] = []
  const badRows: BadRow[] = []
  for (const parsed of records) {
    const line = firstLineOf(parsed)
    const { record } = parsed
    // Reports only the number of cells. The cells may be under the wrong columns, so no value may be checked or shown.
    if (record.length !== columns.length) {
      badRows.push({ line, reason: `has ${record.length} columns, and the header has ${columns.length}` })
      continue
    }
    const cells = Object.fromEntries(columns.map((column, index) => [column, record[index] ?? '']))
    const result = row.safeParse(cells)
    if (!result.success) {
      badRows.push({ line, reason: explain(result.error, cells, secretColumns) })
      continue
    }
    rows.push(result.data)
    lines.push(line)
  }
  return badRows.length > 0 ? { kind: 'bad', badRows } : { kind: 'good', rows, lines }
}

/** Returns the line on which a row begins. Cells may contain line breaks, and empty lines may precede a row. */
function firstLineOf({ info, raw }: Parsed): number {
  return info.lines - raw.trim().split('\n').length + 1
}

function lineAt(content: string, index: number): number {
  return content.slice(0, index).split('\n').length
}

function readRecords(content: string): Parsed[] | BadRow {
  try {
    const options = { bom: true, info: true, raw: true, skip_empty_lines: true, relax_column_count: true }
    return parse(content, options) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { line: Number(error['lines'] ?? 1), reason: `not CSV: ${error.code}` }
  }
}

/** Formats one reason for each wrong column: the value, unless it is secret, and the allowed values. */
function explain(
  error: z.core.$ZodError,
  cells: Readonly<Record<string, string>>,
  secretColumns: readonly string[],
): string {
  const byColumn = Map.groupBy(error.issues, ({ path: [column] }) => String(column ?? 'row'))
  return [...byColumn]
    .map(([column, [issue]]) => {
      const value = cells[column]
      const isShown = value !== undefined && value !== '' && !secretColumns.includes(column)
      return `${column}${isShown ? ` ${JSON.stringify(shortenedValue(value))}` : ''}: ${issue?.message}`
    })
    .join('; ')
}

function shortenedValue(value: string): string {
  return value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…` : value
}

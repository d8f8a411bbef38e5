import { CsvError, type Info, parse } from 'csv-parse/sync'
import type * as z from 'zod/mini'

/** A row that cannot be imported, by its line in the file (1 is the header). Values are never repeated: some are secret. */
export type BadRow = { line: number; reason: string }

/** `lines`: on which line of the file each row begins. */
export type ParsedFile<Row> = { kind: 'good'; rows: Row[]; lines: number[] } | { kind: 'bad'; badRows: BadRow[] }

type Parsed = { record: Record<string, string>; raw: string; info: Info }

/** Reads a CSV file with a header (RFC 4180, UTF-8) against the schema of its rows. All or nothing. Specification 18.4. */
export function parseFile<Row>(content: string, schema: z.ZodMiniType<Row>): ParsedFile<Row> {
  const nul = content.indexOf('\0')
  if (nul >= 0) return { kind: 'bad', badRows: [{ line: lineAt(content, nul), reason: 'holds a NUL byte' }] }
  const records = readRecords(content.replaceAll('\r\n', '\n'))
  if (!Array.isArray(records)) return { kind: 'bad', badRows: [records] }
  const checked = records.map((parsed) => ({ line: firstLineOf(parsed), parsed: schema.safeParse(parsed.record) }))
  const badRows = checked.flatMap(({ line, parsed }) =>
    parsed.success ? [] : [{ line, reason: explain(parsed.error) }],
  )
  if (badRows.length > 0) return { kind: 'bad', badRows }
  const rows = checked.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : []))
  return { kind: 'good', rows, lines: checked.map(({ line }) => line) }
}

/** A cell may hold line breaks, and empty lines may stand before a row. */
function firstLineOf({ info, raw }: Parsed): number {
  return info.lines - raw.trim().split('\n').length + 1
}

function lineAt(content: string, index: number): number {
  return content.slice(0, index).split('\n').length
}

function readRecords(content: string): Parsed[] | BadRow {
  try {
    return parse(content, {
      bom: true,
      columns: true,
      info: true,
      raw: true,
      skip_empty_lines: true,
    }) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { line: Number(error['lines'] ?? 1), reason: `not CSV: ${error.code}` }
  }
}

function explain(error: z.core.$ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'row'}: ${message}`).join('; ')
}

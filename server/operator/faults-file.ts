import * as z from 'zod/mini'
import { faultCode, faultSeverities, faultTextLimits } from '#contract/faults.ts'
import { fallbackLanguage, languages } from '#contract/languages.ts'
import { isPlainLine } from '#contract/text-schemas.ts'
import { createCellSchema, createOneOfSchema, booleanCellSchema } from './csv-cell-schemas.ts'
import type { BadRow, CsvFileFormat, ParsedCsvFile } from './parse-csv-file.ts'

const oneLine = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'must not be empty' }),
      z.maxLength(max, { error: `must not be longer than ${max} characters` }),
      z.refine(isPlainLine, { error: 'must be one line without control characters' }),
    )

const text = oneLine(faultTextLimits.text)

/**
 * A cell with the steps that the owner can take, one step on each line. An empty cell means that the owner can do
 * nothing.
 */
const steps = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string) => value.split('\n').filter((step) => step.trim() !== '')),
  ),
  z
    .array(text)
    .check(z.maxLength(faultTextLimits.steps, { error: `must not have more than ${faultTextLimits.steps} lines` })),
)

/** One row of a fault catalogue: the texts of one code in one language. Specification 22.4. */
const faultRow = z.object({
  code: createCellSchema(
    faultCode,
    'must be 1 to 20 letters, digits, blanks or . _ / -, with a letter or digit first and last',
  ),
  severity: createOneOfSchema(faultSeverities),
  emergency: booleanCellSchema,
  language: createOneOfSchema(languages),
  title: oneLine(faultTextLimits.title),
  meaning: text,
  heating: text,
  selfHelp: steps,
  call: text,
})

export const faultsFileFormat = { row: faultRow, secretColumns: [] } satisfies CsvFileFormat<typeof faultRow.shape>

export type FaultCatalogueRow = z.infer<typeof faultRow>

/** A fault code with its rows; there is one row for each language. */
export type CataloguedFault = { code: string; rows: readonly FaultCatalogueRow[] }

/**
 * Groups the rows of a file by fault code. The result is bad if the rows of a code differ in severity or emergency. The
 * result is also bad if a code has no English texts, because people whose language is missing get the English texts.
 */
export function groupFaultRows(file: ParsedCsvFile<FaultCatalogueRow>): ParsedCsvFile<CataloguedFault> {
  if (file.kind === 'bad') return file
  const numberedRows = file.rows.map((row, index) => ({ row, line: file.lines[index] ?? 0 }))
  const byCode = [...Map.groupBy(numberedRows, ({ row }) => row.code).values()]
  const badRows = byCode.flatMap(contradictionsIn).toSorted((one, other) => one.line - other.line)
  if (badRows.length > 0) return { kind: 'bad', badRows }
  const faults = byCode.map((each) => ({ code: each[0]?.row.code ?? '', rows: each.map(({ row }) => row) }))
  return { kind: 'good', rows: faults, lines: byCode.map((each) => each[0]?.line ?? 0) }
}

type NumberedRow = { row: FaultCatalogueRow; line: number }

function contradictionsIn(rows: readonly NumberedRow[]): BadRow[] {
  const [first] = rows
  if (!first) return []
  const { code, severity, emergency } = first.row
  const odd = rows.filter(({ row }) => row.severity !== severity || row.emergency !== emergency)
  const badRows = odd.map(({ line }) => ({
    line,
    reason: `${code} has another severity or emergency on line ${first.line}`,
  }))
  const hasEnglish = rows.some(({ row }) => row.language === fallbackLanguage)
  if (!hasEnglish) badRows.push({ line: first.line, reason: `${code} has no texts in ${fallbackLanguage}` })
  return badRows
}

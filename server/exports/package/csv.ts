/**
 * A cell. Null is written as nothing, numbers and booleans unchanged, and text so that a spreadsheet does not read it
 * as a formula.
 */
export type Cell = string | number | boolean | null

/** One record with its line end. RFC 4180. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** One cell as written between two commas. An empty text is quoted, null is not. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = neutral(cell)
  return text === '' || needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const needsQuotes = /[",\r\n]/u

const formula = /^[=+\-@\t\r]/u

// A spreadsheet reads a cell that begins with an apostrophe as text (OWASP, CSV injection).
function neutral(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/**
 * A cell of a CSV file. Null becomes an empty cell; numbers and booleans are written unchanged. Text is escaped, so
 * that a spreadsheet program does not read it as a formula.
 */
export type CsvCell = string | number | boolean | null

/** Returns one record of a CSV file with its line end. RFC 4180. */
export function toCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`
}

/** Returns one cell as the text between two commas. An empty text is in quotes; null is empty. */
export function toCsvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = neutral(cell)
  return text === '' || needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const needsQuotes = /[",\r\n]/u

const formula = /^[=+\-@\t\r]/u

// Writes an apostrophe before a text that begins like a formula. A spreadsheet program then reads the cell as text
// (OWASP, CSV injection).
function neutral(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

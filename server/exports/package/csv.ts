/** A cell: null is an empty one, a number or boolean stands as it is, text is kept from being taken for a formula. */
export type Cell = string | number | boolean | null

/** A record of RFC 4180 with its line end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** One cell as it stands between two commas. Empty text is quoted, to be told from nothing. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = neutral(cell)
  return text === '' || needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const needsQuotes = /[",\r\n]/u

const formula = /^[=+\-@\t\r]/u

// A spreadsheet takes what follows an apostrophe for text (OWASP, CSV injection).
function neutral(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

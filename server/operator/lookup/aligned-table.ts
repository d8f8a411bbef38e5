export type TableCell = string | number | boolean | object | null | undefined

/**
 * Formats rows as lines with aligned columns, below a line with the names of the columns. Returns an empty array if
 * there are no rows.
 */
export function formatAlignedTable(rows: readonly Readonly<Record<string, TableCell>>[]): string[] {
  const [first] = rows
  if (!first) return []
  const names = Object.keys(first)
  const lines = [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]
  const widths = names.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function cellOf(value: TableCell): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

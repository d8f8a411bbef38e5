import type { DrillRecord, FaultRecord } from './drill-record.ts'

/** Formats the results of a drill as a markdown table. */
export function formatDrillTable(record: DrillRecord): string {
  const { totals, machine, load, begunAt, lastAt } = record
  const head = ['fault', 'tries', 'lost', 'reports waited', 'pages waited', 'calls waited', 'errors seen']
  const rows = Object.entries(record.faults).map(([name, fault]) => rowOf(name, fault))
  const counts = [
    `${totals.kills} processes killed`,
    `${totals.reports} reports acknowledged`,
    `${totals.saves} addresses saved`,
    `${totals.exports} exports taken`,
    `${totals.files} files fetched`,
    `${totals.events} values shown`,
    `${totals.standbysCopied} standbys copied again`,
  ]
  return [
    `${begunAt.slice(0, 16)} to ${lastAt.slice(0, 16)} UTC, ${machine}; ${load}.`,
    `${counts.join(', ')}.`,
    '',
    formatRow(head),
    formatRow(head.map(() => '---')),
    ...rows.map(formatRow),
    '',
  ].join('\n')
}

function rowOf(
  name: string,
  { tries, lost, reportsBack, pagesBack, callsBack, errors, broken }: FaultRecord,
): string[] {
  const met = Object.entries(errors)
    .toSorted(([, a], [, b]) => b - a)
    .map(([error, count]) => `${error} (${count})`)
  const seen = [...(broken.length > 0 ? [`${broken.length} BROKEN`] : []), ...met]
  return [
    name,
    String(tries),
    String(lost),
    formatRange(reportsBack),
    formatRange(pagesBack),
    formatRange(callsBack),
    seen.join(', ') || 'none',
  ]
}

/** Formats the median and the maximum of times in seconds. */
export function formatRange(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return `${median.toFixed(1)} s, ${(sorted.at(-1) ?? 0).toFixed(1)} s`
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import type { ValueByLoadKind } from './lateness.ts'

/**
 * The result of one try of a fault. `waited`: the longest waits in seconds. `counts`: what the load did during the try,
 * such as `reports acknowledged`.
 */
export type FaultTry = {
  fault: string
  lost: number
  waited: ValueByLoadKind<number>
  errors: Readonly<Record<string, number>>
  broken: readonly string[]
  counts: Readonly<Record<string, number>>
}

/** Formats the results of a drill as a markdown table, below the totals of all tries. */
export function formatDrillReport(
  about: { load: string; begunAt: Date; now: Date },
  tries: readonly FaultTry[],
): string {
  const [begun, now] = [about.begunAt, about.now].map((at) => at.toISOString().slice(0, 16))
  const head = ['fault', 'tries', 'lost', 'reports waited', 'pages waited', 'calls waited', 'errors seen']
  const rows = [...Map.groupBy(tries, ({ fault }) => fault)].map(([fault, own]) => rowOf(fault, own))
  const totals = Object.entries(sumOf(tries.map(({ counts }) => counts))).map(([name, count]) => `${count} ${name}`)
  return [
    `${begun} to ${now} UTC, ${describeMachine()}; ${about.load}.`,
    `${totals.join(', ')}.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n')
}

function rowOf(fault: string, tries: readonly FaultTry[]): (string | number)[] {
  const broken = tries.flatMap((one) => one.broken)
  const errors = Object.entries(sumOf(tries.map((one) => one.errors)))
    .toSorted(([, a], [, b]) => b - a)
    .map(([error, count]) => `${error} (${count})`)
  const seen = [...(broken.length > 0 ? [`${broken.length} BROKEN`] : []), ...errors]
  const waits = (['reports', 'pages', 'calls'] as const).map((kind) =>
    formatRange(tries.map(({ waited }) => waited[kind])),
  )
  const lost = tries.reduce((sum, one) => sum + one.lost, 0)
  return [fault, tries.length, lost, ...waits, seen.join(', ') || 'none']
}

function sumOf(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [name, count] of all.flatMap((one) => Object.entries(one))) sums[name] = (sums[name] ?? 0) + count
  return sums
}

/** Formats the median and the maximum of times in seconds. */
function formatRange(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return `${median.toFixed(1)} s, ${(sorted.at(-1) ?? 0).toFixed(1)} s`
}

function describeMachine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/gu, ' ').trim() ?? 'unknown processor'
  return `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB`
}

/** Adds the drill, like one more test, to the counts in a file with the text `N passed, N failed`. */
export async function addDrillToSummary(file: string, isWell: boolean): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '0 passed, 0 failed')
  const counted = isWell ? /\d+(?= passed)/u : /\d+(?= failed)/u
  await writeFile(
    file,
    text.replace(counted, (count) => String(Number(count) + 1)),
  )
}

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A report that was acknowledged: its gateway, and its moment in epoch milliseconds, by which it is known. */
export type AcknowledgedReport = { serial: string; at: number }

/** What was acknowledged and not yet looked for in the database. It outlives this process. */
export type Ledger = {
  acknowledge(report: AcknowledgedReport): void
  /** All that were acknowledged since the last time, for somebody to check. */
  take(): AcknowledgedReport[]
  /** All that `take` would answer, and goes on to. */
  look(): readonly AcknowledgedReport[]
  /** What was taken last has been checked. */
  forget(): void
}

/** Keeps them in a file in `folder`, which is shortened when they have been checked. */
export function openLedger(folder: string): Ledger {
  const file = join(folder, 'acknowledged.log')
  let taken: AcknowledgedReport[] = []
  let fresh = reportsIn(file)
  return {
    acknowledge: (report) => {
      fresh.push(report)
      appendFileSync(file, lineOf(report))
    },
    take: () => {
      taken = [...taken, ...fresh]
      fresh = []
      return taken
    },
    look: () => [...taken, ...fresh],
    forget: () => {
      taken = []
      writeFileSync(file, fresh.map(lineOf).join(''))
    },
  }
}

function lineOf({ serial, at }: AcknowledgedReport): string {
  return `${serial} ${at}\n`
}

function reportsIn(file: string): AcknowledgedReport[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  // The last line may have been cut off by the end of a process.
  return lines.slice(0, -1).map((line) => {
    const [serial = '', at = ''] = line.split(' ')
    return { serial, at: Number(at) }
  })
}

import type { ProcessRole } from './config.ts'

/**
 * The V8 options of a process with one role: arguments of `node` before the program (decision 076). A size is in
 * megabytes and applies to one semi-space; the young generation has two. A process with several roles uses the
 * defaults of V8.
 */
const flagsByRole: Partial<Record<ProcessRole, readonly string[]>> = {
  // Ingest and push have many sockets and small messages. With a fixed size, the young generation does not grow to 100
  // MB while clients connect, and does not shrink when the process is idle.
  ingest: ['--min-semi-space-size=8', '--max-semi-space-size=8'],
  push: ['--min-semi-space-size=8', '--max-semi-space-size=8'],
  // Exports stream much data and hold little of it in memory. These options save a quarter of the memory for a
  // quarter more CPU time.
  jobs: ['--max-semi-space-size=4', '--heap-growing-percent=15'],
}

export function nodeFlagsOfRole(role: ProcessRole): readonly string[] {
  return flagsByRole[role] ?? []
}

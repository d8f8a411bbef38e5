import type { Role } from './config.ts'

/**
 * The V8 options with which a process of one role starts: arguments of `node` before the program (decision 076). Sizes
 * are megabytes of one semi-space; the young generation has two. A process with several roles has the defaults of V8.
 */
const flagsByRole: Partial<Record<Role, readonly string[]>> = {
  // Ingest and push have many sockets and small messages. With a fixed size, the young generation neither grows to 100
  // MB while clients connect nor shrinks when idle.
  ingest: ['--min-semi-space-size=8', '--max-semi-space-size=8'],
  push: ['--min-semi-space-size=8', '--max-semi-space-size=8'],
  // Exports stream much data and keep little of it. These options take a quarter less memory for a quarter more CPU
  // time.
  jobs: ['--max-semi-space-size=4', '--heap-growing-percent=15'],
}

export function memoryFlags(role: Role): readonly string[] {
  return flagsByRole[role] ?? []
}

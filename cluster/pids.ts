import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessIdentity } from '#server/database/running-process.ts'

/** Writes `<folder>/pids/<name>.pid` for all that run. */
export function writePids(folder: string, running: readonly { name: string; identity: ProcessIdentity }[]): void {
  mkdirSync(join(folder, 'pids'), { recursive: true })
  for (const { name, identity } of running) writeFileSync(join(folder, 'pids', `${name}.pid`), `${identity.pid}\n`)
}

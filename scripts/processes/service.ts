import { join } from 'node:path'
import type { ProcessSpec } from './process-spec.ts'

/** A process to keep running: its command, environment and user, and the check that it is ready. */
export type Service = {
  name: string
  /** Relative paths start at the root of the repository. */
  command: readonly [program: string, ...args: string[]]
  env: Readonly<Record<string, string>>
  /** The user that the service runs as; undefined for the user of this process. */
  user: { uid: number; gid: number } | undefined
  ready: ProcessSpec['ready']
}

const root = join(import.meta.dirname, '../..')

/** A process of the demo as a service, with the same Node options as this process. */
export function serviceOf({ name, script, env, ready }: ProcessSpec): Service {
  return { name, command: [process.execPath, ...process.execArgv, join(root, script)], env, user: undefined, ready }
}

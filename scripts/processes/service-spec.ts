import { join } from 'node:path'
import type { ProcessSpec } from './process-spec.ts'

/** A process to run: its command, environment and user, and the check that it is ready. */
export type ServiceSpec = {
  name: string
  /** The command to run. Relative paths start at the root of the repository. */
  command: readonly [program: string, ...args: string[]]
  env?: Readonly<Record<string, string>>
  /** The user that runs the service. If undefined, the service runs as the user of this process. */
  user?: { uid: number; gid: number } | undefined
  ready: ProcessSpec['ready']
}

const root = join(import.meta.dirname, '../..')

/** Returns the service that runs a process of the demo, with the same Node options as this process. */
export function serviceSpecOf({ name, script, env, ready }: ProcessSpec): ServiceSpec {
  return { name, command: [process.execPath, ...process.execArgv, join(root, script)], env, ready }
}

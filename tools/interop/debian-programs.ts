import { join } from 'node:path'
import { debianEnvironmentIn, fetchDebianPackages } from '../../scripts/debian-packages.ts'
import { type RunOptions, runToEnd } from '../run-to-end.ts'
import type { Trial } from './trial.ts'

/** Programs of Debian that are unpacked in `root`, but not installed. They need the environment `env`. */
export type DebianPrograms = {
  root: string
  env: Record<string, string>
  /** Runs a program to its end, like `runToEnd`. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<string>
}

/**
 * Unpacks Debian packages into `debian-<name>` in the folder of the trials, if they are not there.
 *
 * @throws NotAvailableError if the packages cannot be fetched
 */
export async function unpackDebianPrograms(
  { folder }: Pick<Trial, 'folder'>,
  name: string,
  packages: readonly string[],
): Promise<DebianPrograms> {
  const root = await fetchDebianPackages(join(folder, `debian-${name}`), packages)
  const env = debianEnvironmentIn(root)
  const run: DebianPrograms['run'] = async (program, args, options = {}) =>
    runToEnd(program, args, { ...options, env: { ...env, ...options.env } })
  return { root, env, run }
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isBuiltPageFresh } from '../page/built-sources.ts'
import { StartError } from './start-error.ts'

const root = join(import.meta.dirname, '../..')

/** Builds the page if a source has changed since the last build. */
export async function buildPageIfStale(printLine: (text: string) => void): Promise<void> {
  if (!(await isBuiltPageFresh(root))) await buildPage(printLine)
}

/**
 * Builds the page in a separate process, so that the memory of the build is released afterwards.
 * @throws StartError if the build fails
 */
export async function buildPage(printLine: (text: string) => void): Promise<void> {
  printLine('Building the page.')
  const build = spawn(process.execPath, [join(root, 'scripts/build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve) => build.once('exit', resolve))
  if (code !== 0) throw new StartError('The page could not be built; see above.')
}

import { buildPageIfStale } from '../../scripts/processes/build-page.ts'

/**
 * Builds the web app if its last build is outdated. Vitest runs this function once, before the tests that need the
 * built app.
 */
export async function setup(): Promise<void> {
  await buildPageIfStale((text) => process.stdout.write(`${text}\n`))
}

import { buildStalePage } from '../../scripts/processes/page.ts'

/** Builds the page if its build is outdated. Vitest runs this once, before the tests that need the built page. */
export async function setup(): Promise<void> {
  await buildStalePage((text) => process.stdout.write(`${text}\n`))
}

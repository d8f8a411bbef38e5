import { buildStalePage } from '../../scripts/processes/page.ts'

/** Runs once before the tests that need the built page. */
export async function setup(): Promise<void> {
  await buildStalePage((text) => process.stdout.write(`${text}\n`))
}

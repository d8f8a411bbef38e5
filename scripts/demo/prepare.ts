import { join } from 'node:path'
import { isBuiltPageFresh } from '../page/built-sources.ts'
import { seedDemo } from './seed.ts'
import { announcement } from '../processes/announcement.ts'
import { openDemoDatabase } from '../processes/database.ts'
import type { PreparationMessage, Preparation, Prepared } from '../processes/preparation.ts'
import { demoSpecs, pastSpec, portalEnv } from '../processes/process-specs.ts'
import { describeErrorForTerminal } from '../processes/program.ts'
import { readOrCreateSecrets } from '../processes/secrets.ts'
import { isSeeded } from '../processes/store.ts'

// Prepares a start of the demo in a process of its own. `prepareDemo` starts this script.

const preparation = JSON.parse(process.env['PREPARATION'] ?? '') as Preparation
// If the process that starts the demo ends, nothing waits for the result, so this process also ends.
process.once('disconnect', () => process.exit(1))
await prepare(preparation).then(
  async (prepared) => send({ kind: 'prepared', prepared }),
  async (error: Error) => send({ kind: 'refused', sentence: describeErrorForTerminal(error) }),
)
process.exit(0)

async function prepare({ settings, databaseUrl }: Preparation): Promise<Prepared> {
  const secrets = await readOrCreateSecrets(settings.dataDir)
  const urls = { databaseUrl, databaseSessionUrl: settings.databaseSessionUrl }
  const database = await openDemoDatabase(urls, (sentence) => void send({ kind: 'waits', sentence }))
  const { sessionUrl } = database
  const described = { settings, secrets, database }
  // Seeds the database before the simulated gateways start, because the listener rejects gateways that are not
  // registered.
  if (!(await isSeeded(sessionUrl, settings.issuer))) await seedDemo(portalEnv(described))
  return {
    specs: demoSpecs(described),
    past: pastSpec(described),
    sessionUrl,
    isPageFresh: await isBuiltPageFresh(join(import.meta.dirname, '../..')),
    announcement: await announcement(sessionUrl, settings),
  }
}

async function send(message: PreparationMessage): Promise<void> {
  await new Promise((sent) => process.send?.(message, sent))
}

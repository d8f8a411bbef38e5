import { join } from 'node:path'
import { isBuiltPageFresh } from '../page/built-sources.ts'
import { seedDemo } from './seed.ts'
import { formatDemoAnnouncement } from '../processes/announcement.ts'
import { migrateDemoDatabase } from '../processes/demo-database.ts'
import type { PreparationMessage, PreparationSettings, PreparedDemo } from '../processes/preparation.ts'
import { demoProcessSpecsOf, pastProcessSpecOf, portalEnvironmentOf } from '../processes/process-specs.ts'
import { describeErrorForTerminal } from '../processes/run-program.ts'
import { readOrCreateSecrets } from '../processes/demo-secrets.ts'
import { isSeeded } from '../processes/store.ts'

// Prepares a start of the demo in a process of its own. `prepareDemo` starts this script.

const preparation = JSON.parse(process.env['PREPARATION'] ?? '') as PreparationSettings
// If the process that starts the demo ends, no process waits for the result, so this process also ends.
process.once('disconnect', () => process.exit(1))
await prepare(preparation).then(
  async (preparedDemo) => send({ kind: 'prepared', prepared: preparedDemo }),
  async (error: Error) => send({ kind: 'refused', sentence: describeErrorForTerminal(error) }),
)
process.exit(0)

async function prepare({ settings, databaseUrl }: PreparationSettings): Promise<PreparedDemo> {
  const secrets = await readOrCreateSecrets(settings.dataDir)
  const urls = { databaseUrl, databaseSessionUrl: settings.databaseSessionUrl }
  const database = await migrateDemoDatabase(urls, (sentence) => void send({ kind: 'waits', sentence }))
  const { sessionUrl } = database
  const described = { settings, secrets, database }
  // Seeds the database before the simulated gateways start, because the listener rejects gateways that are not
  // registered.
  if (!(await isSeeded(sessionUrl, settings.issuer))) await seedDemo(portalEnvironmentOf(described))
  return {
    specs: demoProcessSpecsOf(described),
    past: pastProcessSpecOf(described),
    sessionUrl,
    isPageFresh: await isBuiltPageFresh(join(import.meta.dirname, '../..')),
    announcement: await formatDemoAnnouncement(sessionUrl, settings),
  }
}

async function send(message: PreparationMessage): Promise<void> {
  await new Promise((resolve) => process.send?.(message, resolve))
}

import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { seedDemo } from '../../scripts/demo/seed.ts'
import { createProcessGroup } from '../../scripts/processes/process-group.ts'
import { migrateDemoDatabase } from '../../scripts/processes/demo-database.ts'
import { startSupervisedDatabase } from '../../scripts/processes/embedded-database.ts'
import { buildPageIfStale } from '../../scripts/processes/build-page.ts'
import type { ProcessSpec } from '../../scripts/processes/process-spec.ts'
import { portalEnvironmentOf, serverProcessSpecsOf } from '../../scripts/processes/process-specs.ts'
import { readOrCreateSecrets } from '../../scripts/processes/demo-secrets.ts'
import { serviceSpecOf } from '../../scripts/processes/service-spec.ts'
import type { DemoSettings } from '../../scripts/processes/demo-settings.ts'

export type PortalProcessName = 'identity' | 'portal' | 'ingest' | 'jobs'

/** The processes of the portal in a trial with external software. */
export type PortalUnderTest = {
  /** Starts or restarts a process with the settings of the demo. `settings` replaces some of them. */
  startWith(name: PortalProcessName, settings?: Record<string, string>): Promise<void>
  /** Inserts the people and gateways of the demo. The process `identity` must be running. */
  seed(): Promise<void>
  /** Returns the log of a process since its last start. */
  log(name: PortalProcessName): Promise<string>
  stop(): Promise<void>
}

/**
 * Builds the web app, and starts the database and the policies service. `startWith` starts the processes of the portal.
 */
export async function openPortalUnderTest(
  settings: DemoSettings,
  printLine: (text: string) => void,
): Promise<PortalUnderTest> {
  const logFolder = join(settings.dataDir, 'logs')
  await mkdir(logFolder, { recursive: true })
  await buildPageIfStale(printLine)
  const secrets = await readOrCreateSecrets(settings.dataDir)
  const supervisedDatabase = await startSupervisedDatabase(settings, { printError: printLine, giveUp: printLine })
  const database = await migrateDemoDatabase(
    { databaseUrl: supervisedDatabase.url, databaseSessionUrl: undefined },
    printLine,
  )
  const described = { settings, secrets, database }
  const parts = serverProcessSpecsOf(described)
  const processes = createProcessGroup({
    logFolder,
    baseEnv: process.env,
    note: () => {},
    printError: printLine,
    reportEnd: printLine,
    giveUp: printLine,
  })
  await processes.start([serviceSpecOf(specNamed(parts, 'policies'))])
  const logOf = (name: PortalProcessName): string => join(logFolder, `${name}.log`)

  return {
    async startWith(name, ownSettings = {}) {
      await rm(logOf(name), { force: true })
      const part = specNamed(parts, name)
      await processes.restart(serviceSpecOf({ ...part, env: { ...part.env, ...ownSettings } }))
    },
    seed: async () => seedDemo(portalEnvironmentOf(described)),
    log: async (name) => readFile(logOf(name), 'utf8'),
    async stop() {
      await processes.stop()
      await supervisedDatabase.stop()
    },
  }
}

function specNamed(parts: ProcessSpec[], name: string): ProcessSpec {
  const part = parts.find((candidate) => candidate.name === name)
  if (!part) throw new Error(`The product has no part called ${name}.`)
  return part
}

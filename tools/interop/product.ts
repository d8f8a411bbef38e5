import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { seedDemo } from '../../scripts/demo/seed.ts'
import { createProcessGroup } from '../../scripts/processes/process-group.ts'
import { openDemoDatabase } from '../../scripts/processes/database.ts'
import { startWatchedDatabase } from '../../scripts/processes/embedded-database.ts'
import { buildPageIfStale } from '../../scripts/processes/page.ts'
import type { ProcessSpec } from '../../scripts/processes/process-spec.ts'
import { portalEnv, serverSpecs } from '../../scripts/processes/process-specs.ts'
import { readOrCreateSecrets } from '../../scripts/processes/secrets.ts'
import { serviceOf } from '../../scripts/processes/service.ts'
import type { DemoSettings } from '../../scripts/processes/settings.ts'

export type ProductProcess = 'identity' | 'portal' | 'ingest' | 'jobs'

/** The processes of the portal in a trial with external software. */
export type ProductUnderTest = {
  /** Starts or restarts a process with the settings of the demo. `settings` replaces some of them. */
  startWith(name: ProductProcess, settings?: Record<string, string>): Promise<void>
  /** Inserts the people and gateways of the demo. The process `identity` must be running. */
  seed(): Promise<void>
  /** Returns the log of a process since its last start. */
  log(name: ProductProcess): Promise<string>
  stop(): Promise<void>
}

/**
 * Builds the web app, starts the database and the policies service. The processes of the portal start with
 * `startWith`.
 */
export async function openProduct(
  settings: DemoSettings,
  printLine: (text: string) => void,
): Promise<ProductUnderTest> {
  const logFolder = join(settings.dataDir, 'logs')
  await mkdir(logFolder, { recursive: true })
  await buildPageIfStale(printLine)
  const secrets = await readOrCreateSecrets(settings.dataDir)
  const embedded = await startWatchedDatabase(settings, { printError: printLine, giveUp: printLine })
  const database = await openDemoDatabase({ databaseUrl: embedded.url, databaseSessionUrl: undefined }, printLine)
  const described = { settings, secrets, database }
  const parts = serverSpecs(described)
  const processes = createProcessGroup({
    logFolder,
    baseEnv: process.env,
    note: () => {},
    printError: printLine,
    reportEnd: printLine,
    giveUp: printLine,
  })
  await processes.start([serviceOf(specNamed(parts, 'policies'))])
  const logOf = (name: ProductProcess): string => join(logFolder, `${name}.log`)

  return {
    async startWith(name, ownSettings = {}) {
      await rm(logOf(name), { force: true })
      const part = specNamed(parts, name)
      await processes.restart(serviceOf({ ...part, env: { ...part.env, ...ownSettings } }))
    },
    seed: async () => seedDemo(portalEnv(described)),
    log: async (name) => readFile(logOf(name), 'utf8'),
    async stop() {
      await processes.stop()
      await embedded.stop()
    },
  }
}

function specNamed(parts: ProcessSpec[], name: string): ProcessSpec {
  const part = parts.find((candidate) => candidate.name === name)
  if (!part) throw new Error(`The product has no part called ${name}.`)
  return part
}

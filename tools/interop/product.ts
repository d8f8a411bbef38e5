import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createProcessGroup } from '../../scripts/processes/process-group.ts'
import { openDemoDatabase } from '../../scripts/processes/database.ts'
import { buildStalePage } from '../../scripts/processes/page.ts'
import { seedSpec, serverSpecs, type ProcessSpec } from '../../scripts/processes/process-specs.ts'
import { secretsOf } from '../../scripts/processes/secrets.ts'
import { serviceOf } from '../../scripts/processes/service.ts'
import type { DemoSettings } from '../../scripts/processes/settings.ts'

export type ProductPart = 'identity' | 'portal' | 'ingest' | 'jobs'

/** The product beside software of somebody else. */
export type TriedProduct = {
  /** Starts a part, or starts it anew, with these settings over those of the demo. */
  startWith(name: ProductPart, settings?: Record<string, string>): Promise<void>
  /** Puts in the people and gateways of the demo; its identity provider must run. */
  seed(): Promise<void>
  /** Lines of a part's log since it was last started. */
  log(name: ProductPart): Promise<string>
  stop(): Promise<void>
}

/** Opens the database and starts what every part needs, in the data folder of `settings`. */
export async function openProduct(settings: DemoSettings, say: (text: string) => void): Promise<TriedProduct> {
  const logFolder = join(settings.dataDir, 'logs')
  await mkdir(logFolder, { recursive: true })
  await buildStalePage(say)
  const secrets = await secretsOf(settings.dataDir)
  const database = await openDemoDatabase(settings, { complain: say, giveUp: say })
  const described = { settings, secrets, database }
  const parts = serverSpecs(described)
  const processes = createProcessGroup({
    logFolder,
    baseEnv: process.env,
    note: () => {},
    complain: say,
    reportEnd: say,
    giveUp: say,
  })
  await processes.start([serviceOf(named(parts, 'policies'))])
  const logOf = (name: ProductPart): string => join(logFolder, `${name}.log`)

  return {
    async startWith(name, own = {}) {
      await rm(logOf(name), { force: true })
      const part = named(parts, name)
      await processes.restart(serviceOf({ ...part, env: { ...part.env, ...own } }))
    },
    seed: async () => processes.runToEnd(serviceOf(seedSpec(described))),
    log: async (name) => readFile(logOf(name), 'utf8'),
    async stop() {
      await processes.stop()
      await database.stop()
    },
  }
}

function named(parts: ProcessSpec[], name: string): ProcessSpec {
  const part = parts.find((candidate) => candidate.name === name)
  if (!part) throw new Error(`The product has no part called ${name}.`)
  return part
}

import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createProcessGroup } from '../scripts/world/process-group.ts'
import { openWorldDatabase } from '../scripts/world/database.ts'
import { buildStalePage } from '../scripts/world/page.ts'
import { serverSpecs, type ProcessSpec } from '../scripts/world/process-specs.ts'
import { secretsOf } from '../scripts/world/secrets.ts'
import type { WorldSettings } from '../scripts/world/settings.ts'

/** The portal over somebody else's identity provider. */
export type ForeignPortal = {
  /** Starts it, or starts it anew, with these settings over those of the demo. */
  startWith(settings: Record<string, string>): Promise<void>
  /** Lines of its log since it was last started. */
  log(): Promise<string>
  stop(): Promise<void>
}

/** Opens the database and starts what the portal needs, save a provider, in the data folder of `settings`. */
export async function openForeignPortal(settings: WorldSettings, say: (text: string) => void): Promise<ForeignPortal> {
  const logFolder = join(settings.dataDir, 'logs')
  await mkdir(logFolder, { recursive: true })
  await buildStalePage(say)
  const secrets = await secretsOf(settings.dataDir)
  const database = await openWorldDatabase(settings, { complain: say, giveUp: say })
  const parts = serverSpecs({ settings, secrets, database })
  const crew = createProcessGroup({ logFolder, note: () => {}, complain: say })
  await crew.start([named(parts, 'policies')])
  const portal = named(parts, 'portal')
  const logFile = join(logFolder, 'portal.log')

  return {
    async startWith(own) {
      await rm(logFile, { force: true })
      await crew.restart({ ...portal, env: { ...portal.env, ...own } })
    },
    log: () => readFile(logFile, 'utf8'),
    async stop() {
      await crew.stop()
      await database.stop()
    },
  }
}

function named(parts: ProcessSpec[], name: string): ProcessSpec {
  const part = parts.find((candidate) => candidate.name === name)
  if (!part) throw new Error(`The product has no part called ${name}.`)
  return part
}

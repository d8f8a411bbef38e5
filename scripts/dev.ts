import { watch } from 'node:fs'
import { join } from 'node:path'
import { makeSourcePage, startPageServer } from './dev/page-server.ts'
import { announcement } from './world/announcement.ts'
import { runWorld } from './world/run-world.ts'
import { portsOfAWorld, worldSettings } from './world/settings.ts'
import type { World } from './world/world.ts'

const root = join(import.meta.dirname, '..')
const serverSources = ['server', 'contract', 'brands']
const settleMs = 200

// `npm run dev`: runs the product like `npm start`, but reloads the page and restarts the portal on every change.
await runWorld(async ({ say, createWorld }) => {
  const settings = worldSettings(process.env)
  const { portal: port } = settings.ports
  const portalPort = port + portsOfAWorld
  const pageDir = await makeSourcePage(settings.dataDir)
  const world = createWorld({ ...settings, ports: { ...settings.ports, portal: portalPort }, pageDir })
  const databaseUrl = await world.start()
  await startPageServer({ port, host: settings.host, portalPort })
  restartOnChange(world, say)
  say(`ready: ${settings.portalUrl}`)
  say(await announcement(databaseUrl, settings))
})

function restartOnChange(world: World, say: (text: string) => void): void {
  let settled: NodeJS.Timeout | undefined
  const restart = async (): Promise<void> => {
    say('The source has changed; the portal restarts.')
    await world.restartPortal().catch((error: Error) => say(error.message))
  }
  for (const folder of serverSources) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || file.endsWith('.test.ts')) return
      clearTimeout(settled)
      settled = setTimeout(() => void restart(), settleMs)
    })
  }
}

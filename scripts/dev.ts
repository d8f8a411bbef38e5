import { watch } from 'node:fs'
import { join } from 'node:path'
import { createSourcePageFolder, startPageServer } from './dev/page-server.ts'
import { runDemo } from './processes/run-demo.ts'
import { demoPortCount, readDemoSettings } from './processes/demo-settings.ts'
import type { Demo } from './processes/demo.ts'

const root = join(import.meta.dirname, '..')
const serverSources = ['server', 'contract', 'brands', 'texts']
const settleMs = 200

// `npm run dev`: runs the product like `npm start`. In addition, a change of the page's source reloads the page, and a
// change of the server's source restarts the portal.
await runDemo(async ({ printLine, createDemo }) => {
  const settings = readDemoSettings(process.env)
  const { portal: port } = settings.ports
  const portalPort = port + demoPortCount
  const pageDir = await createSourcePageFolder(settings.dataDir)
  const demo = createDemo({ ...settings, ports: { ...settings.ports, portal: portalPort }, pageDir })
  const { announcement } = await demo.start()
  await startPageServer({ port, host: settings.host, portalPort })
  restartOnChange(demo, printLine)
  printLine(`ready: ${settings.portalUrl}`)
  printLine(announcement)
})

function restartOnChange(demo: Demo, printLine: (text: string) => void): void {
  let settleTimer: NodeJS.Timeout | undefined
  const restart = async (): Promise<void> => {
    printLine('The source has changed; the portal restarts.')
    await demo.restartPortal().catch((error: Error) => printLine(error.message))
  }
  for (const folder of serverSources) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || file.endsWith('.test.ts')) return
      clearTimeout(settleTimer)
      settleTimer = setTimeout(() => void restart(), settleMs)
    })
  }
}

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePorts } from '../../scripts/free-ports.ts'
import { createDemo } from '../../scripts/processes/demo.ts'
import { type DemoSettings, demoPortCount, readDemoSettings } from '../../scripts/processes/demo-settings.ts'
import type { Trial } from './trial.ts'

/**
 * Starts the demo for a trial without a browser, with an HTML page of one line instead of the app. Its data is new, in
 * `<folder>/<name>`.
 */
export async function startDemo({ folder, printLine, atEnd }: Trial, name: string): Promise<DemoSettings> {
  const dataDir = join(folder, name)
  const pageDir = join(dataDir, 'page')
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(pageDir, { recursive: true })
  await writeFile(join(pageDir, 'index.html'), '<!doctype html><title>Portal</title><body><div id="root"></div></body>')
  const port = String(await findFreePorts(demoPortCount))
  const settings = { ...readDemoSettings({ PORT: port, DATA_DIR: dataDir }), pageDir }
  const demo = createDemo({ settings, printLine, printError: printLine, giveUp: printLine })
  atEnd(demo.stop)
  await demo.start()
  return settings
}

import { join } from 'node:path'
import { createProcessGroup } from './process-group.ts'
import type { EmbeddedDatabase } from '../database/embedded.ts'
import { startSupervisedDatabase } from './embedded-database.ts'
import { reserveDataFolder, type RunningProcessesFile } from './running-processes.ts'
import { buildPage } from './build-page.ts'
import { prepareDemo, type PreparedDemo } from './preparation.ts'
import { isPortalProcess, type ProcessSpec } from './process-spec.ts'
import { refuseTakenPorts } from './refuse-taken-ports.ts'
import { serviceSpecOf } from './service-spec.ts'
import type { DemoSettings } from './demo-settings.ts'

/** The whole product on this machine: portal, stand-ins and database. */
export type Demo = {
  /**
   * Starts all parts. Returns the session URL of the database, and the text for the terminal.
   *
   * @throws StartError with one sentence for the terminal if a part cannot start
   */
  start(): Promise<Pick<PreparedDemo, 'sessionUrl' | 'announcement'>>
  /** Restarts the portal, as after a change of its source. */
  restartPortal(): Promise<void>
  /**
   * Stops all parts. The database stops last, because the other parts still write while they stop. `stop` also works
   * during the start.
   */
  stop(): Promise<void>
}

type CreateDemo = {
  settings: DemoSettings
  printLine: (text: string) => void
  printError: (text: string) => void
  giveUp: (text: string) => void
}

/**
 * Creates the demo without starting it. `printLine` receives the progress, `printError` the exits of parts, and
 * `giveUp` the reason why all parts must end.
 */
export function createDemo({ settings, printLine, printError, giveUp }: CreateDemo): Demo {
  const { dataDir } = settings
  let note: RunningProcessesFile | undefined
  const processGroup = createProcessGroup({
    logFolder: join(dataDir, 'logs'),
    baseEnv: process.env,
    note: (runningServices) => note?.write(runningServices.map(({ identity }) => identity)),
    printError,
    reportEnd: printError,
    giveUp,
  })
  let database: Promise<EmbeddedDatabase> | undefined
  let specs: ProcessSpec[] = []

  async function start(): Promise<PreparedDemo> {
    note = await reserveDataFolder(dataDir, printError)
    await refuseTakenPorts(settings)
    printLine('Starting the database.')
    if (settings.databaseUrl === undefined) database = startSupervisedDatabase(settings, { printError, giveUp })
    const databaseUrl = settings.databaseUrl ?? (await database)?.url ?? ''
    const preparedDemo = await prepareDemo({ settings, databaseUrl }, { processGroup, printError })
    if (settings.pageDir === undefined && !preparedDemo.isPageFresh) await buildPage(printLine)
    printLine('Starting the servers.')
    specs = preparedDemo.specs
    await processGroup.start(specs.map(serviceSpecOf))
    void processGroup.runToEnd(serviceSpecOf(preparedDemo.past)).catch((error: Error) => printError(error.message))
    return preparedDemo
  }

  async function restartPortal(): Promise<void> {
    await Promise.all(specs.filter(isPortalProcess).map((spec) => processGroup.restart(serviceSpecOf(spec))))
  }

  async function stop(): Promise<void> {
    await processGroup.stop()
    await (await database?.catch(() => undefined))?.stop()
    note?.remove()
  }

  return { start, restartPortal, stop }
}

import { join } from 'node:path'
import { createProcessGroup } from './process-group.ts'
import type { EmbeddedDatabase } from '#server/database/embedded.ts'
import { startWatchedDatabase } from './embedded-database.ts'
import { reserveDataFolder, type RunningProcessesFile } from './running-processes.ts'
import { buildPage } from './page.ts'
import { prepareDemo, type Prepared } from './preparation.ts'
import { isPortal, type ProcessSpec } from './process-spec.ts'
import { refuseTakenPorts } from './ports.ts'
import { serviceOf } from './service.ts'
import type { DemoSettings } from './settings.ts'

/** The whole product on this machine: portal, stand-ins and database. */
export type Demo = {
  /**
   * Starts all parts. Returns the session URL of the database, and the text for the terminal.
   *
   * @throws StartError with one sentence for the terminal if a part cannot start
   */
  start(): Promise<Pick<Prepared, 'sessionUrl' | 'announcement'>>
  /** Restarts the portal, as after a change of its source. */
  restartPortal(): Promise<void>
  /**
   * Stops all parts. The database is last, because the others still write while they stop. Also works during the
   * start.
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
 * Creates the demo without starting it. `printLine` receives the progress, `printError` the deaths of parts, and
 * `giveUp` the reason why all parts must end.
 */
export function createDemo({ settings, printLine, printError, giveUp }: CreateDemo): Demo {
  const { dataDir } = settings
  let note: RunningProcessesFile | undefined
  const processGroup = createProcessGroup({
    logFolder: join(dataDir, 'logs'),
    baseEnv: process.env,
    note: (running) => note?.write(running.map(({ identity }) => identity)),
    printError,
    reportEnd: printError,
    giveUp,
  })
  let database: Promise<EmbeddedDatabase> | undefined
  let specs: ProcessSpec[] = []

  async function start(): Promise<Prepared> {
    note = await reserveDataFolder(dataDir, printError)
    await refuseTakenPorts(settings)
    printLine('Starting the database.')
    if (settings.databaseUrl === undefined) database = startWatchedDatabase(settings, { printError, giveUp })
    const databaseUrl = settings.databaseUrl ?? (await database)?.url ?? ''
    const prepared = await prepareDemo({ settings, databaseUrl }, { processGroup, printError })
    if (settings.pageDir === undefined && !prepared.isPageFresh) await buildPage(printLine)
    printLine('Starting the servers.')
    specs = prepared.specs
    await processGroup.start(specs.map(serviceOf))
    void processGroup.runToEnd(serviceOf(prepared.past)).catch((error: Error) => printError(error.message))
    return prepared
  }

  async function restartPortal(): Promise<void> {
    await Promise.all(specs.filter(isPortal).map((spec) => processGroup.restart(serviceOf(spec))))
  }

  async function stop(): Promise<void> {
    await processGroup.stop()
    await (await database?.catch(() => undefined))?.stop()
    note?.remove()
  }

  return { start, restartPortal, stop }
}

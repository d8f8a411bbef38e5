import { join } from 'node:path'
import { createProcessGroup } from './process-group.ts'
import { openDemoDatabase, type DemoDatabase } from './database.ts'
import { takeOver, type RunningNote } from './leftovers.ts'
import { buildStalePage } from './page.ts'
import { demoSpecs, isPortal, pastSpec, type ProcessSpec, seedSpec } from './process-specs.ts'
import { refuseTakenPorts } from './ports.ts'
import { secretsOf } from './secrets.ts'
import { serviceOf } from './service.ts'
import type { DemoSettings } from './settings.ts'
import { isSeeded } from './store.ts'

/** The whole product on this machine. */
export type Demo = {
  /**
   * Starts all parts and returns the session URL of its database.
   * @throws StartError with one sentence for the terminal
   */
  start(): Promise<string>
  /** Restarts the portal, as after a change of its source. */
  restartPortal(): Promise<void>
  /**
   * Stops all parts, the database last, because the others still write while they stop. Also works during the start.
   */
  stop(): Promise<void>
}

type CreateDemo = {
  settings: DemoSettings
  say: (text: string) => void
  complain: (text: string) => void
  giveUp: (text: string) => void
}

/** Nothing runs before `start`. `say` gets the progress, `complain` parts that die, `giveUp` why all must end. */
export function createDemo({ settings, say, complain, giveUp }: CreateDemo): Demo {
  const { dataDir } = settings
  let note: RunningNote | undefined
  const processGroup = createProcessGroup({
    logFolder: join(dataDir, 'logs'),
    baseEnv: process.env,
    note: (running) => note?.write(running.map(({ identity }) => identity)),
    complain,
    reportEnd: complain,
    giveUp,
  })
  let database: Promise<DemoDatabase> | undefined
  let specs: ProcessSpec[] = []

  async function start(): Promise<string> {
    note = await takeOver(dataDir, complain)
    await refuseTakenPorts(settings)
    if (settings.pageDir === undefined) await buildStalePage(say)
    const secrets = await secretsOf(dataDir)
    say('Starting the database.')
    database = openDemoDatabase(settings, { complain, giveUp })
    const described = { settings, secrets, database: await database }
    const { sessionUrl } = described.database
    // Before the simulated gateways start: the listener rejects gateways that are not registered.
    if (!(await isSeeded(sessionUrl, settings.issuer))) await processGroup.runToEnd(serviceOf(seedSpec(described)))
    say('Starting the servers.')
    specs = demoSpecs(described)
    await processGroup.start(specs.map(serviceOf))
    void processGroup.runToEnd(serviceOf(pastSpec(described))).catch((error: Error) => complain(error.message))
    return sessionUrl
  }

  async function restartPortal(): Promise<void> {
    await Promise.all(specs.filter(isPortal).map((spec) => processGroup.restart(serviceOf(spec))))
  }

  async function stop(): Promise<void> {
    await processGroup.stop()
    await (await database?.catch(() => undefined))?.stop()
    note?.forget()
  }

  return { start, restartPortal, stop }
}

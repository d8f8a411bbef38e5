import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessIdentity } from '#server/database/running-process.ts'
import { type Deaths, noDeaths } from './deaths.ts'
import { startChild, type Child } from './child.ts'
import type { ProcessSpec } from './process-specs.ts'
import { waitUntilDone, waitUntilReady, withLastWords } from './readiness.ts'
import { StartError } from './start-error.ts'

/** The processes of the product. */
export type ProcessGroup = {
  /** Starts parts side by side and waits until all are ready; one that dies later is started again. */
  start(parts: ProcessSpec[]): Promise<void>
  /** Runs one part that ends by itself. */
  runToEnd(part: ProcessSpec): Promise<void>
  restart(part: ProcessSpec): Promise<void>
  stop(): Promise<void>
}

type CreateProcessGroup = {
  logFolder: string
  /** Told of all that run whenever one is added. */
  note: (running: ProcessIdentity[]) => void
  /** Told of a part that died. */
  complain: (text: string) => void
  /** Told once of a part that dies again and again, which is not started any more. */
  giveUp: (text: string) => void
}

type Death = { part: ProcessSpec; dead: Child; deaths: Deaths; ranMs: number }

/** No process yet. */
export function createProcessGroup({ logFolder, note, complain, giveUp }: CreateProcessGroup): ProcessGroup {
  const running = new Map<string, Child>()
  let stopping: Promise<void> | undefined

  async function startOne(part: ProcessSpec): Promise<Child> {
    if (stopping) throw stopped()
    const child = await startChild(part, logFolder)
    running.set(part.name, child)
    note([...running.values()].flatMap(({ identity }) => identity ?? []))
    if (!stopping) return child
    await child.stop()
    throw stopped()
  }

  async function startReady(part: ProcessSpec, deaths: Deaths = noDeaths()): Promise<void> {
    const begun = performance.now()
    const child = await startOne(part)
    await waitUntilReady(part, child)
    void child.ended.then(() => startAgain({ part, dead: child, deaths, ranMs: performance.now() - begun }))
  }

  async function startAgain({ part, dead, deaths, ranMs }: Death): Promise<void> {
    if (stopping || running.get(part.name) !== dead) return
    const next = deaths.count(ranMs)
    if (next.again === 'never') return giveUp(await endOf(dead, `has ended ${next.deaths} times in a row`))
    complain(await endOf(dead, `has ended and is started again in ${next.pauseMs / 1_000} s`))
    await pause(next.pauseMs)
    await startReady(part, deaths).catch((error: Error) => stopping ?? startStillAgain(part, deaths, error))
  }

  async function startStillAgain(part: ProcessSpec, deaths: Deaths, { message }: Error): Promise<void> {
    complain(message)
    const dead = running.get(part.name)
    await dead?.stop()
    if (dead) await startAgain({ part, dead, deaths, ranMs: 0 })
  }

  async function restart(part: ProcessSpec): Promise<void> {
    const child = running.get(part.name)
    running.delete(part.name)
    await child?.stop()
    await startReady(part)
  }

  async function runToEnd(part: ProcessSpec): Promise<void> {
    await waitUntilDone(await startOne(part))
    running.delete(part.name)
  }

  async function stopAll(): Promise<void> {
    await Promise.all([...running.values()].map((child) => child.stop()))
  }

  return {
    start: async (parts) => void (await Promise.all(parts.map((part) => startReady(part)))),
    runToEnd,
    restart,
    stop: () => (stopping ??= stopAll()),
  }
}

/** A killed part could not print a reason. */
async function endOf(dead: Child, what: string): Promise<string> {
  const isKilled = (await dead.ended) === null
  if (isKilled) return `The ${dead.name} process was killed: it ${what}.`
  return withLastWords(`The ${dead.name} process ${what}`, dead)
}

function stopped(): StartError {
  return new StartError('Stopped while starting.')
}

import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessIdentity } from '#server/database/running-process.ts'
import { lastWords, startChild, type Child } from './child.ts'
import type { Part } from './parts.ts'
import { waitUntilDone, waitUntilReady } from './readiness.ts'
import { StartFailure } from './start-failure.ts'

/** The processes of the product. */
export type Crew = {
  /** Starts parts side by side and waits until all are ready; one that dies later is started again. */
  start(parts: Part[]): Promise<void>
  /** Runs one part that ends by itself. */
  runToEnd(part: Part): Promise<void>
  restart(part: Part): Promise<void>
  stop(): Promise<void>
}

type CreateCrew = {
  logFolder: string
  /** Told of all that run whenever one is added. */
  note: (running: ProcessIdentity[]) => void
  /** Told of a part that died. */
  complain: (text: string) => void
}

const restartPauseMs = 1_000

/** No process yet. */
export function createCrew({ logFolder, note, complain }: CreateCrew): Crew {
  const running = new Map<string, Child>()
  let stopping: Promise<void> | undefined

  async function startOne(part: Part): Promise<Child> {
    if (stopping) throw stopped()
    const child = await startChild(part, logFolder)
    running.set(part.name, child)
    note([...running.values()].flatMap(({ identity }) => identity ?? []))
    if (!stopping) return child
    await child.stop()
    throw stopped()
  }

  async function startReady(part: Part): Promise<void> {
    const child = await startOne(part)
    await waitUntilReady(part, child)
    void child.ended.then(() => startAgain(part, child))
  }

  async function startAgain(part: Part, dead: Child): Promise<void> {
    if (stopping || running.get(part.name) !== dead) return
    complain(
      `The ${part.name} process has ended and is started again: ${await lastWords(dead)} (more in ${dead.logPath})`,
    )
    await pause(restartPauseMs)
    await startReady(part).catch((error: Error) => stopping ?? startStillAgain(part, error))
  }

  async function startStillAgain(part: Part, { message }: Error): Promise<void> {
    complain(message)
    const child = running.get(part.name)
    await child?.stop()
    if (child) await startAgain(part, child)
  }

  async function restart(part: Part): Promise<void> {
    const child = running.get(part.name)
    running.delete(part.name)
    await child?.stop()
    await startReady(part)
  }

  async function runToEnd(part: Part): Promise<void> {
    await waitUntilDone(await startOne(part))
    running.delete(part.name)
  }

  async function stopAll(): Promise<void> {
    await Promise.all([...running.values()].map((child) => child.stop()))
  }

  return {
    start: async (parts) => void (await Promise.all(parts.map(startReady))),
    runToEnd,
    restart,
    stop: () => (stopping ??= stopAll()),
  }
}

function stopped(): StartFailure {
  return new StartFailure('Stopped while starting.')
}

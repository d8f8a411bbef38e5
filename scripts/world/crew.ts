import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lastWords, startChild, type Child } from './child.ts'
import { noteRunning } from './leftovers.ts'
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

type CreateCrew = { dataDir: string; complain: (text: string) => void }

const restartPauseMs = 1_000

/** No process yet. What is said of a part that died goes to `complain`. */
export function createCrew({ dataDir, complain }: CreateCrew): Crew {
  const running = new Map<string, Child>()
  let stopping: Promise<void> | undefined

  async function startOne(part: Part): Promise<Child> {
    if (stopping) throw new StartFailure('Stopped while starting.')
    const child = await startChild(part, join(dataDir, 'logs'))
    running.set(part.name, child)
    await noteRunning(
      dataDir,
      [...running.values()].map(({ pid }) => pid),
    )
    return child
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
    await startReady(part).catch((error: Error) => stopping ?? complain(error.message))
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

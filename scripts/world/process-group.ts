import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessIdentity } from '#server/database/running-process.ts'
import { lastOutput, startChild, type Child } from './child.ts'
import type { ProcessSpec } from './process-specs.ts'
import { waitUntilDone, waitUntilReady } from './readiness.ts'
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
}

const restartPauseMs = 1_000

/** No process yet. */
export function createProcessGroup({ logFolder, note, complain }: CreateProcessGroup): ProcessGroup {
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

  async function startReady(part: ProcessSpec): Promise<void> {
    const child = await startOne(part)
    await waitUntilReady(part, child)
    void child.ended.then(() => startAgain(part, child))
  }

  async function startAgain(part: ProcessSpec, dead: Child): Promise<void> {
    if (stopping || running.get(part.name) !== dead) return
    complain(
      `The ${part.name} process has ended and is started again: ${await lastOutput(dead)} (more in ${dead.logPath})`,
    )
    await pause(restartPauseMs)
    await startReady(part).catch((error: Error) => stopping ?? startStillAgain(part, error))
  }

  async function startStillAgain(part: ProcessSpec, { message }: Error): Promise<void> {
    complain(message)
    const child = running.get(part.name)
    await child?.stop()
    if (child) await startAgain(part, child)
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
    start: async (parts) => void (await Promise.all(parts.map(startReady))),
    runToEnd,
    restart,
    stop: () => (stopping ??= stopAll()),
  }
}

function stopped(): StartError {
  return new StartError('Stopped while starting.')
}

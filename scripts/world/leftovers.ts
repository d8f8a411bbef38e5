import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identityOf, isStillRunning, type ProcessIdentity } from '#server/database/running-process.ts'
import { StartFailure } from './start-failure.ts'

// What runs for this data folder: the starter first, then its parts.
type Running = { starter: ProcessIdentity; parts: ProcessIdentity[] }

const endWithinMs = 5_000
const betweenLooksMs = 50

/**
 * Makes the data folder ours: refuses while another start serves it, and ends the processes that a killed one left.
 * Processes are told apart by the moment they started, so no stranger with an old number is ever ended.
 */
export async function takeOver(dataDir: string): Promise<void> {
  await makeFolder(dataDir)
  const left = await readRunning(dataDir)
  if (left && (await isStillRunning(left.starter))) throw runsAlready(dataDir, left.starter.pid)
  await Promise.all((left?.parts ?? []).map(endLeftover))
  await noteRunning(dataDir, [])
}

/** Notes which parts run, for the next start to clean up after a kill -9. */
export async function noteRunning(dataDir: string, pids: number[]): Promise<void> {
  const starter = await identityOf(process.pid)
  const parts = await Promise.all(pids.map(identityOf))
  if (!starter) return
  const running: Running = { starter, parts: parts.filter((part) => part !== undefined) }
  await writeFile(`${runningFile(dataDir)}.new`, `${JSON.stringify(running)}\n`)
  await rename(`${runningFile(dataDir)}.new`, runningFile(dataDir))
}

/** Forgets the note after an orderly end. */
export async function forgetRunning(dataDir: string): Promise<void> {
  await rm(runningFile(dataDir), { force: true })
}

function runningFile(dataDir: string): string {
  return join(dataDir, 'running.json')
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartFailure(
      `The data folder ${dataDir} can't be written (${code}); set DATA_DIR to a folder of your own.`,
    )
  }
}

function runsAlready(dataDir: string, pid: number): StartFailure {
  return new StartFailure(
    `Process ${pid} already runs with the data folder ${dataDir}; stop it first, or set DATA_DIR and PORT to others.`,
  )
}

// A note that was cut off by a power failure names nobody; whoever ran then runs no more.
async function readRunning(dataDir: string): Promise<Running | undefined> {
  const text = await readFile(runningFile(dataDir), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as Running
  } catch {
    return undefined
  }
}

async function endLeftover(part: ProcessIdentity): Promise<void> {
  const giveUpAt = performance.now() + endWithinMs
  if (await isStillRunning(part)) process.kill(part.pid, 'SIGTERM')
  while (await isStillRunning(part)) {
    if (performance.now() > giveUpAt) process.kill(part.pid, 'SIGKILL')
    await pause(betweenLooksMs)
  }
}

import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identityOf, isStillRunning, type ProcessIdentity } from '#server/database/running-process.ts'
import { StartError } from './start-error.ts'

// What runs for this data folder: the starter first, then its parts.
type Running = { starter: ProcessIdentity; parts: ProcessIdentity[] }

const endWithinMs = 5_000
const betweenLooksMs = 50

/** The note of what runs, kept in the data folder for the next start to clean up after a kill -9. */
export type RunningNote = { write(parts: ProcessIdentity[]): void; forget(): void }

/**
 * Makes the data folder ours: refuses while another start serves it, and ends the processes that a killed one left.
 * Processes are told apart by the moment they started, so no stranger with an old number is ever ended.
 */
export async function takeOver(dataDir: string): Promise<RunningNote> {
  await makeFolder(dataDir)
  const left = await readRunning(dataDir)
  if (left && (await isStillRunning(left.starter))) throw runsAlready(dataDir, left.starter.pid)
  await Promise.all((left?.parts ?? []).map(endLeftover))
  const note = noteOf(dataDir, await identityOf(process.pid))
  note.write([])
  return note
}

// Written without a pause, so that two parts that start side by side don't lose each other.
function noteOf(dataDir: string, starter: ProcessIdentity | undefined): RunningNote {
  const file = runningFile(dataDir)
  const write = (parts: ProcessIdentity[]): void => {
    if (!starter) return
    writeFileSync(`${file}.new`, `${JSON.stringify({ starter, parts } satisfies Running)}\n`)
    renameSync(`${file}.new`, file)
  }
  return { write, forget: () => rmSync(file, { force: true }) }
}

function runningFile(dataDir: string): string {
  return join(dataDir, 'running.json')
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`The data folder ${dataDir} can't be written (${code}); set DATA_DIR to a folder of your own.`)
  }
}

function runsAlready(dataDir: string, pid: number): StartError {
  return new StartError(
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

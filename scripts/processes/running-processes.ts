import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { access, chmod, constants, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProcessIdentity, isStillRunning, type ProcessIdentity } from './running-process.ts'
import { describeDiskError } from './describe-disk-error.ts'
import { StartError } from './start-error.ts'

// The processes of this data folder: the process that started the demo, and the processes of its parts.
type Running = { starter: ProcessIdentity; parts: ProcessIdentity[] }

const endTimeoutMs = 5_000
const pollPauseMs = 50

/**
 * The file in the data folder that lists the running processes. After a kill -9, the next start reads the file and ends
 * these processes.
 */
export type RunningProcessesFile = { write(parts: ProcessIdentity[]): void; remove(): void }

/**
 * Creates the data folder and reserves it for this process. Ends the processes that a killed start has left. The
 * function compares id and start time, so it never ends an unrelated process with a reused id.
 *
 * @throws StartError if another start uses the folder, or if the folder cannot be written
 */
export async function reserveDataFolder(
  dataDir: string,
  printError: (text: string) => void,
): Promise<RunningProcessesFile> {
  await makeFolders(dataDir)
  const leftProcesses = await readRunning(dataDir)
  if (leftProcesses && (await isStillRunning(leftProcesses.starter)))
    throw runsAlready(dataDir, leftProcesses.starter.pid)
  await Promise.all((leftProcesses?.parts ?? []).map(endLeftover))
  const starter = await findProcessIdentity(process.pid)
  const file = runningFile(dataDir)
  try {
    writeNote(file, starter, [])
  } catch (error) {
    throw new StartError(describeDiskError(error as NodeJS.ErrnoException) ?? String(error))
  }
  return openNote(file, { starter, printError })
}

type NoteOptions = { starter: ProcessIdentity | undefined; printError: (text: string) => void }

function openNote(file: string, { starter, printError }: NoteOptions): RunningProcessesFile {
  // Ignores a full disk, because running parts must continue. The next start then uses the previous file.
  const write = (parts: ProcessIdentity[]): void => {
    try {
      writeNote(file, starter, parts)
    } catch (error) {
      printError(describeDiskError(error as NodeJS.ErrnoException) ?? String(error))
    }
  }
  return { write, remove: () => rmSync(file, { force: true }) }
}

// Writes the file synchronously, so that two parts that start in parallel do not overwrite each other's entry.
function writeNote(file: string, starter: ProcessIdentity | undefined, parts: ProcessIdentity[]): void {
  if (!starter) return
  writeFileSync(`${file}.new`, `${JSON.stringify({ starter, parts } satisfies Running)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function runningFile(dataDir: string): string {
  return join(dataDir, 'running.json')
}

/** The mode of folders that only their user may enter. */
const privateMode = 0o700
/**
 * The mode of the data folder. If the product runs as root, PostgreSQL runs as another user, which must be able to
 * traverse the folder.
 */
const passableMode = 0o711

async function makeFolders(dataDir: string): Promise<void> {
  const isNew = (await stat(dataDir).catch(() => null)) === null
  try {
    // Sets the mode only for the last folders. A mode for the recursive `mkdir` would also apply to the folders above,
    // which other users may have to traverse.
    await mkdir(dirname(dataDir), { recursive: true })
    for (const folder of [dataDir, join(dataDir, 'logs'), join(dataDir, 'exports')])
      await mkdir(folder, { recursive: true, mode: privateMode })
    for (const folder of ['logs', 'exports']) await chmod(join(dataDir, folder), privateMode)
    if (isNew) await chmod(dataDir, process.getuid?.() === 0 ? passableMode : privateMode)
  } catch (error) {
    const { code } = await reasonOf(error as NodeJS.ErrnoException, dataDir)
    const sentence = describeDiskError({
      name: 'Error',
      message: '',
      path: dataDir,
      ...(code !== undefined && { code }),
    })
    throw new StartError(
      sentence ??
        `The data folder ${dataDir} can't be made or written (${code}); set DATA_DIR to a folder of your own.`,
    )
  }
}

/**
 * Returns the real reason why a folder cannot be created. Node reports only ENOENT, so this function checks the nearest
 * existing folder.
 */
async function reasonOf(error: NodeJS.ErrnoException, path: string): Promise<NodeJS.ErrnoException> {
  if (error.code !== 'ENOENT') return error
  let folder = dirname(path)
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return access(folder, constants.W_OK).then(
    () => error,
    (reason: NodeJS.ErrnoException) => reason,
  )
}

function runsAlready(dataDir: string, pid: number): StartError {
  return new StartError(
    `Process ${pid} already runs with the data folder ${dataDir}; stop it first, or set DATA_DIR and PORT to others.`,
  )
}

// Ignores an incomplete file. The cause is a power failure, after which none of the listed processes runs.
async function readRunning(dataDir: string): Promise<Running | undefined> {
  const text = await readFile(runningFile(dataDir), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as Running
  } catch {
    return undefined
  }
}

async function endLeftover(part: ProcessIdentity): Promise<void> {
  const giveUpAt = performance.now() + endTimeoutMs
  if (await isStillRunning(part)) process.kill(part.pid, 'SIGTERM')
  while (await isStillRunning(part)) {
    if (performance.now() > giveUpAt) process.kill(part.pid, 'SIGKILL')
    await pause(pollPauseMs)
  }
}

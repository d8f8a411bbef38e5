import { spawn, type ChildProcess } from 'node:child_process'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readCpuMs, findProcessIdentity, type ProcessIdentity } from './running-process.ts'
import type { StartProgress } from './start-deadline.ts'
import type { ServiceSpec } from './service-spec.ts'

/** A started process of a service, with its log. Each restart of the service creates another one. */
export type ServiceProcess = {
  name: string
  /**
   * Identifies the process in the file of running processes (running-processes.ts). Undefined if the process ended
   * immediately.
   */
  identity: ProcessIdentity | undefined
  logPath: string
  /** The position in the log file where the output of this process begins, in bytes. */
  logStart: number
  /** Resolves when the process has ended: to its exit code, or to null if a signal killed it. */
  ended: Promise<number | null>
  signal(name: NodeJS.Signals): void
  /**
   * Sends SIGTERM, and SIGKILL if the process has not ended within 25 seconds. Also ends a process that SIGSTOP has
   * stopped.
   */
  stop(): Promise<void>
}

/**
 * The options for starting a service. `baseEnv` is the base of its environment; variables of the service override
 * variables with the same name.
 */
export type ServiceProcessOptions = { logFolder: string; baseEnv: NodeJS.ProcessEnv }

const endTimeoutMs = 25_000
const maxLogBytes = 10_000_000

/**
 * Starts one service in its own session. So Ctrl-C reaches only this process, which then ends the services.
 *
 * A Node program gets an IPC channel. The channel closes if this process dies, and then the program ends. `onMessage`
 * receives the messages of the program.
 *
 * The output is appended to `<logFolder>/<name>.log`, which is emptied first if it is larger than 10 MB.
 */
export async function startServiceProcess(
  service: ServiceSpec,
  { logFolder, baseEnv }: ServiceProcessOptions,
  onMessage: (message: unknown) => void = () => {},
): Promise<ServiceProcess> {
  const { name, command, env, user } = service
  const [program, ...args] = command
  const logPath = join(logFolder, `${name}.log`)
  const log = await open(logPath, 'a')
  if ((await log.stat()).size > maxLogBytes) await log.truncate()
  const { size: logStart } = await log.stat()
  const process_ = spawn(program, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...baseEnv, ...env },
    stdio: program === process.execPath ? ['ignore', log.fd, log.fd, 'ipc'] : ['ignore', log.fd, log.fd],
    detached: true,
    ...user,
  })
  process_.on('message', onMessage)
  const exitPromise = new Promise<number | null>((resolve) => process_.once('exit', resolve))
  await new Promise((resolve, reject) => process_.once('spawn', resolve).once('error', reject))
  await log.close()
  const identity = await findProcessIdentity(process_.pid ?? 0)
  const signal = (kind: NodeJS.Signals): void => void process_.kill(kind)
  return { name, identity, logPath, logStart, ended: exitPromise, signal, stop: () => stop(process_, exitPromise) }
}

async function stop(process_: ChildProcess, exitPromise: Promise<unknown>): Promise<void> {
  // A process that SIGSTOP has stopped does not handle other signals.
  process_.kill('SIGCONT')
  process_.kill('SIGTERM')
  const force = setTimeout(() => process_.kill('SIGKILL'), endTimeoutMs)
  await exitPromise
  clearTimeout(force)
}

/**
 * Reads the size of a process's log and the CPU time that the process has used. Both distinguish a slow start from a
 * stuck start.
 */
export async function readStartProgress({ identity, logPath }: ServiceProcess): Promise<StartProgress> {
  const log = await stat(logPath)
  return { logBytes: log.size, cpuMs: identity === undefined ? 0 : await readCpuMs(identity.pid) }
}

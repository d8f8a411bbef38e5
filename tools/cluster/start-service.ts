import { spawn, type ChildProcess } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { identityOf } from '#server/database/running-process.ts'
import type { Child } from '../../scripts/world/child.ts'
import type { Service } from './service.ts'

/** A process of a cluster; `signal` sends what a fault needs, such as SIGKILL or SIGSTOP. */
export type RunningService = Child & { signal(name: NodeJS.Signals): void }

const root = join(import.meta.dirname, '../..')
const endWithinMs = 25_000

/**
 * Starts it in a session of its own, so that Ctrl-C reaches us alone. Its output goes to `<logFolder>/<name>.log`; it is told
 * by the IPC channel when we are gone, if it is one of ours.
 */
export async function startService(service: Service, logFolder: string): Promise<RunningService> {
  const logPath = join(logFolder, `${service.name}.log`)
  const log = await open(logPath, 'a')
  const { size: logStart } = await log.stat()
  const child = spawn(service.command[0], service.command.slice(1), {
    cwd: root,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: '/tmp', ...service.env },
    stdio: service.command[0] === process.execPath ? ['ignore', log.fd, log.fd, 'ipc'] : ['ignore', log.fd, log.fd],
    detached: true,
    ...service.user,
  })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  await new Promise((spawned, failed) => child.once('spawn', spawned).once('error', failed))
  await log.close()
  const identity = await identityOf(child.pid ?? 0)
  const signal = (name: NodeJS.Signals): void => void child.kill(name)
  return { name: service.name, identity, logPath, logStart, ended, signal, stop: () => stop(child, ended) }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  // What a fault has stopped hears nothing else.
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), endWithinMs)
  await ended
  clearTimeout(force)
}

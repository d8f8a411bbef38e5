import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '#test/processes/find-free-port.ts'
import { findInstalledProgram } from '#test/processes/find-installed-program.ts'

/** The nats-server of one test file. Its port stays the same after a restart. */
export type TestNats = {
  /** The address of the server, as `127.0.0.1:port`. */
  host: string
  /** Kills the server without a shutdown. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * The path of nats-server; undefined if it is not installed. Its tests are then skipped, and the next line prints a
 * warning.
 */
export const natsServerPath = findInstalledProgram('nats-server')
if (natsServerPath === undefined) console.warn('nats-server is not installed: the bus over NATS is NOT tested here.')

/** Starts a nats-server. `settings` are additional lines of its configuration. */
export async function startTestNats(settings = '', port?: number): Promise<TestNats> {
  const at = port ?? (await findFreePort())
  const folder = await mkdtemp(join(tmpdir(), 'nats-'))
  const file = join(folder, 'nats.conf')
  await writeFile(file, `host: 127.0.0.1\nport: ${at}\n${settings}\n`)
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()

  async function start(): Promise<void> {
    const started = spawn(natsServerPath ?? 'nats-server', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    ended = new Promise((done) => started.once('close', done))
    const said: string[] = []
    for await (const line of createInterface(started.stderr)) {
      said.push(line)
      if (line.includes('Server is ready')) return void started.stderr.resume()
    }
    throw new Error(`nats-server did not start: ${said.join('\n')}`)
  }

  async function kill(): Promise<void> {
    child?.kill('SIGKILL')
    await ended
  }

  async function close(): Promise<void> {
    await kill()
    await rm(folder, { recursive: true })
  }

  await start()
  return { host: `127.0.0.1:${at}`, kill, start, close }
}

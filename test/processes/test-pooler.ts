import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '#test/processes/find-free-port.ts'
import { findInstalledProgram } from '#test/processes/find-installed-program.ts'

/** A PgBouncer in front of a database. `url` is the URL of the database through the PgBouncer. */
export type TestPooler = { url: string; close(): Promise<void> }

/**
 * The path of PgBouncer; undefined if it is not installed. Its tests are then skipped, and the next line prints a
 * warning.
 */
export const pgbouncerPath = findInstalledProgram('pgbouncer')
if (pgbouncerPath === undefined)
  console.warn('PgBouncer is not installed: what is promised of poolers is NOT tested here.')

/** Starts a PgBouncer that shares at most `servers` connections among any number of clients. */
export async function openTestPooler(
  url: string,
  { mode, servers }: { mode: 'transaction' | 'session'; servers: number },
): Promise<TestPooler> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(url)
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const server = { host: hostname, port: serverPort, user: username, password: decodeURIComponent(password) }
  await writeFile(
    file,
    `[databases]
${pathname.slice(1)} = ${Object.entries(server)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${servers}
`,
  )
  await chmod(folder, 0o755)
  // The user that runs PgBouncer, which refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(pgbouncerPath ?? 'pgbouncer', [file], { ...nobody, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((done) => child.once('close', done))
  for await (const line of createInterface(child.stderr)) if (line.includes('process up')) break
  child.stderr.resume()
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  }
  return { url: Object.assign(new URL(url), { port: String(port) }).href, close }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { findFreePort } from '#test/processes/find-free-port.ts'

// A process that gets a stop signal first becomes not ready. It answers all requests that arrive before the balancer
// reacts.

const database = await createTestDatabase()
const pageDir = await mkdtemp(join(tmpdir(), 'drain-'))
await writeFile(join(pageDir, 'index.html'), '<!doctype html>')

afterAll(async () => {
  await rm(pageDir, { recursive: true })
  await database.close()
})

test('a balancer that polls readiness loses no request when the process ends', async () => {
  const { child, port, log } = await startPortalProcess({ DRAIN_SECONDS: '3' })
  const began = await beginRequest(port)
  const clients = Array.from({ length: 4 }, () => askUntilNotReady(port))
  child.kill('SIGTERM')
  const ended = once(child, 'exit')
  const seen = (await Promise.all(clients)).flat()
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]))
  expect(seen.some(({ connection }) => connection === 'close')).toBe(true)
  await vi.waitUntil(() => refusesConnections(port), 60_000)
  expect(await finishRequest(began)).toMatch(/^HTTP\/1\.1 200 /u)
  expect(await ended).toEqual([0, null])
  expect(log().filter(({ reason }) => reason === 'ending')).toEqual([
    expect.objectContaining({ level: pino.levels.values['info'], msg: 'not ready: balancers use other processes' }),
  ])
  expect(log().filter(({ msg }) => msg === 'dependency unavailable')).toEqual([])
}, 180_000)

const key = Buffer.alloc(32, 1).toString('base64')

async function startPortalProcess(changes: Record<string, string>) {
  const port = await findFreePort()
  const env = {
    PATH: process.env['PATH'],
    ROLES: 'api,push',
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(await findFreePort()),
    DATABASE_URL: database.url,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_AUDIENCE: 'gateway-portal',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    SESSION_KEY: key,
    REGISTRY_KEY: key,
    POLICIES_URL: 'http://127.0.0.1:9',
    PAGE_DIR: pageDir,
    ...changes,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (lines: Buffer) => (output += lines.toString()))
  await vi.waitUntil(() => output.includes('portal listens'), { timeout: 120_000 })
  const log = () =>
    output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LogLine)
  return { child, port, log }
}

type LogLine = { level: number; msg: string; reason?: string }
type Answer = { status: number | undefined; connection: string | undefined }

/**
 * Polls `/readyz` like a balancer, over a connection that stays open, until the process is not ready. Returns the
 * answers to other requests in that time.
 */
async function askUntilNotReady(port: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: Answer[] = []
  while ((await ask(port, '/readyz', agent)).status === 200) answers.push(await ask(port, '/livez', agent))
  answers.push(await ask(port, '/livez', agent))
  agent.destroy()
  return answers
}

async function ask(port: number, path: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }))
    }).once('error', reject)
  })
}

/** Sends only the first part of a request. */
async function beginRequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await new Promise((written) => socket.write('GET /livez HTTP/1.1\r\nhost: portal.example\r\n', written))
  return socket
}

async function finishRequest(socket: Socket): Promise<string> {
  socket.write('connection: close\r\n\r\n')
  return text(socket)
}

async function refusesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const failed = once(socket, 'connect').then(
    () => false,
    () => true,
  )
  const answer = await failed
  socket.destroy()
  return answer
}

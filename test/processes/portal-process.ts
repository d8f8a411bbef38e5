import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { findFreePort } from './find-free-port.ts'

/** A running process of the portal, started as operators start it. */
export type PortalProcess = {
  port: number
  /**
   * Stops the process. Resolves to '0' if the exit code is 0, which means that no work was cut off. Otherwise
   * resolves to the exit code and the output.
   */
  end(): Promise<string>
  kill(): Promise<void>
}

export type PortalProcessOptions = { root?: string; ports: PortalPorts; settings: Record<string, string> }

export type PortalPorts = { http: number; mqtt: number; metrics: number }

const ownRoot = join(import.meta.dirname, '../..')
const startTimeoutMs = 120_000

/**
 * Starts `server/main.ts` in the folder `root`, which has the code of a release. Resolves when the process accepts
 * connections. The process is killed at the end of the test.
 */
export async function startPortalProcess({
  root = ownRoot,
  ports,
  settings,
}: PortalProcessOptions): Promise<PortalProcess> {
  const port = settings['ROLES'] === 'ingest' ? ports.mqtt : ports.http
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: join(ownRoot, 'node_modules/.cache/compiled'),
    HOST: '127.0.0.1',
    PORT: String(ports.http),
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: String(ports.mqtt),
    MQTT_PLAIN: '1',
    METRICS_PORT: String(ports.metrics),
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'exit') as Promise<[number | null]>
  const isThere = settings['ROLES'] === 'jobs' ? accepts(ports.metrics) : accepts(port)
  const first = await Promise.race([
    isThere,
    ended.then(() => 'ended' as const),
    pause(startTimeoutMs, 'late' as const),
  ])
  if (first !== 'accepts') throw new Error(`${settings['ROLES']} of ${root} did not start (${first}): ${said}`)
  return {
    port,
    end: async () => {
      child.kill('SIGTERM')
      const [code] = await ended
      return code === 0 ? '0' : `${code}: ${said}`
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function accepts(port: number): Promise<'accepts'> {
  while (!(await isPortOpen(port))) await pause(50)
  return 'accepts'
}

/** Returns whether this port on the loopback address accepts connections. */
export async function isPortOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}

export async function findPortalPorts(): Promise<PortalPorts> {
  return { http: await findFreePort(), mqtt: await findFreePort(), metrics: await findFreePort() }
}

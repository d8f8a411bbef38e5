import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'

export type BenchNats = { host: string; pid: number; stop(): Promise<void> }

/** Starts the nats-server of this machine; null where there is none. */
export async function startNatsServer(): Promise<BenchNats | null> {
  const port = await freePort()
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await once(child, 'spawn')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const ended = once(child, 'close')
  for await (const line of createInterface(child.stderr)) if (line.includes('Server is ready')) break
  child.stderr.resume()
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  return { host: `127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}

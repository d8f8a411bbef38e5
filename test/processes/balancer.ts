import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Balancer = {
  port: number
  /** Returns whether the balancer opens new connections to this port. */
  isUsing(target: number): boolean
  stop(): Promise<void>
}

const pollEveryMs = 200
const retryTimeoutMs = 10_000

type Options = {
  targets: readonly number[]
  /**
   * Returns whether the target at a port is ready. Called every 200 ms. A target that is not ready gets no new
   * connections.
   */
  isReady?: (port: number) => Promise<boolean>
}

/**
 * Starts a TCP balancer like HAProxy with `option redispatch`: if a target refuses a connection, the balancer tries
 * the next target. It does not interpret the data.
 */
export async function startBalancer({ targets, isReady = async () => true }: Options): Promise<Balancer> {
  const ready = new Set(targets)
  const sockets = new Set<Socket>()
  let turn = 0
  const checking = setInterval(() => void Promise.all(targets.map(checkTarget)), pollEveryMs)

  async function checkTarget(target: number): Promise<void> {
    if (await isReady(target)) ready.add(target)
    else ready.delete(target)
  }

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', ignore)
    client.once('close', () => sockets.delete(client))
    void join(client)
  })

  async function join(client: Socket): Promise<void> {
    const until = Date.now() + retryTimeoutMs
    while (!client.destroyed && Date.now() < until) {
      const behind = await open(next())
      if (behind) return pipe(client, behind)
      await pause(20)
    }
    client.destroy()
  }

  function next(): number {
    const candidates = ready.size > 0 ? targets.filter((target) => ready.has(target)) : targets
    return candidates[turn++ % candidates.length] ?? 0
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async (): Promise<void> => {
    clearInterval(checking)
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, isUsing: (target) => ready.has(target), stop }
}

async function open(port: number): Promise<Socket | null> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  return once(socket, 'connect').then(
    () => socket,
    () => null,
  )
}

/** Forwards data in both directions. If one side closes or fails, the other side is closed. */
function pipe(client: Socket, behind: Socket): void {
  behind.on('error', ignore)
  client.pipe(behind)
  behind.pipe(client)
  client.once('close', () => behind.destroy())
  behind.once('close', () => client.destroySoon())
}

// Ignores an error, because a failed connection is closed at both ends.
function ignore(): void {}

import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A TCP proxy to a server. The proxy can hold back all data, like a stuck network or an overloaded server. */
export type PausableProxy = {
  /** The address of the proxy, as `127.0.0.1:port`. */
  host: string
  /** Holds back the data of both directions until `releaseData` is called. */
  holdData(): void
  releaseData(): void
  /** Returns the number of bytes that passed since the last call of `holdData`. */
  passedSinceHold(): number
  close(): Promise<void>
}

/** Opens a TCP proxy to `host:port` that delays all data by `lateMs` milliseconds. */
export async function openPausableProxy(to: string, { lateMs = 0 } = {}): Promise<PausableProxy> {
  const [host = '', port = ''] = to.split(':')
  const sockets = new Set<Socket>()
  let isHeld = false
  let passed = 0

  function carry(from: Socket, target: Socket): void {
    sockets.add(from)
    if (isHeld) from.pause()
    from.on('data', (data) => {
      passed += data.length
      if (lateMs === 0) target.write(data)
      else setTimeout(() => target.write(data), lateMs)
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      target.destroy()
    })
  }

  const server = createServer((client) => {
    const upstream = connect({ host, port: Number(port) })
    carry(client, upstream)
    carry(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdData: () => {
      isHeld = true
      passed = 0
      for (const socket of sockets) socket.pause()
    },
    releaseData: () => {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
    passedSinceHold: () => passed,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy to a database that can fail like a lost machine: data is dropped silently. */
export type TestLine = {
  /** The URL of the database through the proxy. */
  url: string
  lose(loss: Loss): void
  /** Resolves once the line is lost. */
  lost: Promise<void>
  /** Delays everything that the client sends from now on. */
  slow(delay: Delay): void
  /** Breaks all connections; new ones succeed. */
  breakAll(): void
  /** Lets new connections through again; lost ones stay lost. */
  mend(): void
  close(): Promise<void>
}

/**
 * - `now`: at once.
 * - `before`: when the client is about to send this word, which is dropped.
 * - `answers-after`: when the client sends this word; its data passes, but the answers are dropped.
 */
export type Loss = { when: 'now' } | { when: 'before' | 'answers-after'; word: string }

/**
 * In milliseconds: `roundTripMs` delays everything that the client sends, `connectionMs` additionally delays the
 * first message.
 */
export type Delay = { roundTripMs: number; connectionMs?: number }

type Silence = 'none' | 'answers' | 'all'

/** Opens a proxy between this machine and the database at `url`, on a free port by default. */
export async function openTestLine(url: string, { listenPort = 0 }: { listenPort?: number } = {}): Promise<TestLine> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const { promise: lost, resolve: resolveLost } = Promise.withResolvers<void>()
  let coming: Loss | undefined
  let silence: Silence = 'none'
  let delay: Required<Delay> = { roundTripMs: 0, connectionMs: 0 }

  function lose(loss: Loss): void {
    if (loss.when === 'now') fallSilent('all')
    else coming = loss
  }

  function fallSilent(now: Silence): void {
    coming = undefined
    silence = now
    resolveLost()
  }

  function carry(client: Socket, database: Socket): void {
    let isDead = silence !== 'none'
    let isFirst = true

    function send(data: Buffer): void {
      const laterMs = delay.roundTripMs + (isFirst ? delay.connectionMs : 0)
      isFirst = false
      if (laterMs === 0) database.write(data)
      else setTimeout(() => database.write(data), laterMs).unref()
    }

    client.on('data', (data) => {
      isDead ||= silence === 'all'
      if (isDead) return
      const at = coming && coming.when !== 'now' ? data.indexOf(coming.word) : -1
      send(at >= 0 && coming?.when === 'before' ? data.subarray(0, at) : data)
      if (at >= 0) fallSilent(coming?.when === 'before' ? 'all' : 'answers')
    })
    database.on('data', (data) => {
      isDead ||= silence === 'all'
      if (!isDead && silence === 'none') client.write(data)
    })
    client.on('close', () => isDead || silence !== 'none' || database.destroy())
    database.on('close', () => isDead || silence !== 'none' || client.destroy())
  }

  const server = createServer((client) => {
    const database = connect({ host: hostname, port: Number(port) })
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    carry(client, database)
  })
  server.listen(listenPort, '127.0.0.1')
  await once(server, 'listening')
  const byLine = new URL(url)
  byLine.port = String((server.address() as AddressInfo).port)
  const mend = (): void => void (silence = 'none')
  const slow = ({ roundTripMs, connectionMs = 0 }: Delay): void => void (delay = { roundTripMs, connectionMs })
  const breakAll = (): void => sockets.forEach((socket) => socket.destroy())
  const close = async (): Promise<void> => {
    breakAll()
    server.close()
    await once(server, 'close')
  }
  return { url: byLine.href, lose, lost, slow, breakAll, mend, close }
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a database. It can drop all data without an error, like a network or computer that fails. */
export type DatabaseProxy = {
  url: string
  loseData(loss: ProxyLoss): void
  /** Resolves when the proxy begins to drop data. */
  lost: Promise<void>
  /** Delays the data that clients send from now on. */
  delayData(delay: ProxyDelay): void
  /** Breaks all connections. New connections succeed. */
  breakAll(): void
  /** Makes new connections transmit data again. Connections on which data was dropped stay silent. */
  stopLosingData(): void
  close(): Promise<void>
}

/**
 * When the proxy begins to drop data, and which data.
 *
 * - `now`: drops all data immediately.
 * - `before`: drops all data from the first message of the client that contains `word`, beginning with that word.
 * - `answers-after`: forwards the first message of the client that contains `word`, and then drops all answers.
 */
export type ProxyLoss = { when: 'now' } | { when: 'before' | 'answers-after'; word: string }

/**
 * The delay of all data that the client sends (`roundTripMs`), and the additional delay of the first message on a
 * connection (`connectionMs`), in ms.
 */
export type ProxyDelay = { roundTripMs: number; connectionMs?: number }

type Silence = 'none' | 'answers' | 'all'

/** Opens a TCP proxy to the database at `url`. By default it listens on a free port. */
export async function openDatabaseProxy(
  url: string,
  { listenPort = 0 }: { listenPort?: number } = {},
): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const { promise: lost, resolve: resolveLost } = Promise.withResolvers<void>()
  let coming: ProxyLoss | undefined
  let silence: Silence = 'none'
  let delay: Required<ProxyDelay> = { roundTripMs: 0, connectionMs: 0 }

  function lose(loss: ProxyLoss): void {
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
  const slow = ({ roundTripMs, connectionMs = 0 }: ProxyDelay): void => void (delay = { roundTripMs, connectionMs })
  const breakAll = (): void => sockets.forEach((socket) => socket.destroy())
  const close = async (): Promise<void> => {
    breakAll()
    server.close()
    await once(server, 'close')
  }
  return { url: byLine.href, loseData: lose, lost, delayData: slow, breakAll, stopLosingData: mend, close }
}

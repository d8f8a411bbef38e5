import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '#server/clock.ts'
import { Refusal } from '#server/http/refusals.ts'
import { type SpreadOptions, spreadCalls } from '#server/spread-calls.ts'
import { sockJsOpenFrame, parseSockJsFrame } from './frame-encoding.ts'
import type { PushMetrics } from './metrics.ts'
import { PageSocket } from './page-socket.ts'
import type { SocketLimits } from './admit-socket-upgrade.ts'
import { admitUpgrade, refuseUpgrade, SocketCounter } from './admit-socket-upgrade.ts'

export type SockJsTransportOptions = {
  clock: Clock
  metrics: PushMetrics
  allowedOrigins: ReadonlySet<string>
  limits: SocketLimits
  /** Returns the network address of the client that sent a request. */
  addressOf(request: IncomingMessage): string
  onMessage(socket: PageSocket, message: string): void
  onClose(socket: PageSocket): void
  /** Called every second for each open socket. */
  onSweep(socket: PageSocket, now: number): void
}

export type SockJsTransport = {
  /**
   * Does the work of each second: sends heartbeats, closes idle and unregistered sockets, resets the message counts,
   * and calls `onSweep`.
   */
  sweep(): void
  /** Stops accepting sockets, and closes the open sockets, spread over a time. */
  close(spread?: SpreadOptions): Promise<void>
}

/**
 * The limits of one socket for the library ws: bytes of a message, fragments of a message, buffered chunks, and the
 * milliseconds in which the page must answer a close.
 */
const limits = { maxPayload: 16 * 1024, maxFragments: 16, maxBufferedChunks: 128, closeTimeout: 5_000 }

const closeTimeoutMs = 500

const heartbeatEveryMs = 25_000
/**
 * The time in ms after which a socket is closed if the page sends nothing. It is longer than a minute, because browsers
 * run the timers of hidden tabs only once a minute.
 */
const idleLimitMs = 90_000
/**
 * The time in ms after which a socket is closed if its page is not registered. A page registers as soon as its socket
 * is open. Specification 19.48.
 */
const registerTimeoutMs = 10_000
const maxMessagesPerSweep = 100

const protocolError = 1002
const policyViolation = 1008
const goingAway = 1001
const idle = 4408

/** Serves the WebSocket transport of SockJS on the upgrade requests of an HTTP server. sockjs-protocol 0.3.3. */
export function attachSockJsTransport(server: Server, options: SockJsTransportOptions): SockJsTransport {
  const { clock, metrics, onMessage, onClose, onSweep } = options
  const count = new SocketCounter()
  const sockets = new Set<PageSocket>()
  let acceptance: 'all' | 'none' = 'all'
  const webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    ...limits,
    WebSocket: PageSocket,
  })

  function onUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', ignore)
    const address = options.addressOf(request)
    try {
      if (acceptance === 'none') throw new Refusal('unavailable')
      const framing = admitUpgrade(request, address, { ...options, count })
      webSockets.handleUpgrade(request, stream, head, (socket) => open(socket, { framing, address, stream }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      metrics.refusedSockets++
      refuseUpgrade(stream, error)
    }
  }

  function open(socket: PageSocket, pageFields: Pick<PageSocket, 'framing' | 'address' | 'stream'>): void {
    const now = clock.now()
    Object.assign(socket, {
      ...pageFields,
      registerBy: now + registerTimeoutMs,
      lastMessageAt: now,
      beatAt: now + heartbeatEveryMs,
    })
    sockets.add(socket)
    count.add(pageFields.address)
    metrics.sockets++
    socket.on('message', dataListener)
    socket.on('close', closeListener)
    socket.on('error', ignore)
    if (pageFields.framing === 'sockjs') socket.send(sockJsOpenFrame)
  }

  // One function serves all sockets, because thousands of closures would take memory. ws passes messages as Buffers.
  function onData(this: PageSocket, data: RawData): void {
    if (!this.isOpen) return
    this.lastMessageAt = clock.now()
    const text = (data as Buffer).toString()
    const messages = this.framing === 'raw' ? [text] : parseSockJsFrame(text)
    if (messages === null) return this.end(protocolError, 'broken framing')
    this.recentMessages += messages.length
    if (this.recentMessages > maxMessagesPerSweep) return this.end(policyViolation, 'too many messages')
    for (const message of messages) if (this.isOpen) onMessage(this, message)
  }

  function onClosed(this: PageSocket): void {
    sockets.delete(this)
    count.remove(this.address)
    metrics.sockets--
    onClose(this)
  }

  // The type assertion is necessary because the types of ws permit only its own class as `this`.
  const dataListener = onData as (this: WebSocket, data: RawData) => void
  const closeListener = onClosed as (this: WebSocket) => void

  function sweep(): void {
    const now = clock.now()
    for (const socket of sockets) {
      socket.recentMessages = 0
      if (now - socket.lastMessageAt >= idleLimitMs) socket.end(idle, 'idle')
      else if (now >= socket.registerBy && socket.registration.kind === 'none') socket.end(idle, 'not registered')
      else if (now >= socket.beatAt) {
        socket.beatAt = now + heartbeatEveryMs
        socket.beat()
      }
      onSweep(socket, now)
    }
  }

  async function close(spread: SpreadOptions = { overMs: 0 }): Promise<void> {
    acceptance = 'none'
    const closePromises = [...sockets].map(
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    )
    await spreadCalls([...sockets], spread, (socket) => socket.end(goingAway, 'going away'))
    const deadline = setTimeout(() => {
      for (const socket of sockets) socket.terminate()
    }, closeTimeoutMs)
    await Promise.all(closePromises)
    clearTimeout(deadline)
    server.off('upgrade', onUpgrade)
  }

  // Accepts only upgrades to WebSocket. Node answers a request to upgrade to another protocol, such as h2c, like a
  // request without an upgrade.
  Object.assign(server, { shouldUpgradeCallback: asksForWebSocket })
  server.on('upgrade', onUpgrade)
  return { sweep, close }
}

function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

// Ignores errors of a socket, because ws itself closes the socket with the right code.
function ignore(): void {}

import { WebSocket } from 'ws'
import type { Findings } from './findings.ts'
import type { RunningLoad } from './drill-workers.ts'
import type { TokenIssuer } from '../access-tokens.ts'
import type { AcknowledgedTimes } from './acknowledged-times.ts'

/** A person with an open page. `gatewayIds` and `mayReceive` decide which values the page must and may receive. */
export type PageWatcher = {
  person: string
  /** The gateways whose values the page must receive. */
  gatewayIds: readonly string[]
  /** Returns whether this person may see the values that a gateway measured at that time (epoch milliseconds). */
  mayReceive(gatewayId: string, at: number): boolean
}

type WatchingOptions = {
  /** The origin of the portal, as `ws://host:port`. */
  url: string
  pages: number
  watchers: readonly PageWatcher[]
  tokens: TokenIssuer
  findings: Findings
  values: AcknowledgedTimes
}

type Page = { watcher: PageWatcher; shown: Map<string, number>; close(): void }

/** The maximum number of open pages for each local address. The portal permits 200 for each address and process. */
const pagesOfAnAddress = 100
const pingEveryMs = 20_000
const firstRetryMs = 250
const lastRetryMs = 4_000

/**
 * Opens pages on the event bus. A page that is disconnected connects again. If a page gets a change that its person may
 * not receive, the function reports a broken invariant.
 */
export function startPageWatchers(options: WatchingOptions): RunningLoad & { events(): number } {
  const { watchers, values, findings } = options
  let events = 0
  const pages = Array.from({ length: options.pages }, (_, number) => {
    const watcher = watchers[number % watchers.length]
    if (!watcher) throw new Error('Nobody watches.')
    const shown = new Map<string, number>()
    const receive = (message: BusMessage): void => {
      const { body } = message
      if (message.type === 'err') return findings.addClientError(`page: refused ${message.failureCode ?? ''}`)
      if (message.type !== 'rec' || body?.resourceType !== 'gateway') return
      events += 1
      const gatewayId = String(body.resourceId)
      const at = Date.parse(String(body.timestamp))
      if (!watcher.mayReceive(gatewayId, at))
        findings.addBrokenInvariant(`${watcher.person} received a change of ${gatewayId}, which belongs to a stranger`)
      if (body.unit === 'hc1') shown.set(gatewayId, Math.max(shown.get(gatewayId) ?? 0, at))
    }
    return { watcher, shown, close: connectForever(options, { number, watcher, receive }) }
  })
  return {
    behind: () => pages.filter((page) => isBehind(page, values)).length,
    events: () => events,
    stop: async () => {
      for (const { close } of pages) close()
    },
  }
}

function isBehind({ watcher, shown }: Page, values: AcknowledgedTimes): boolean {
  return watcher.gatewayIds.some((id) => (shown.get(id) ?? 0) < values.due(id))
}

type BusMessage = {
  type: string
  failureCode?: number
  body?: { resourceType?: unknown; resourceId?: unknown; timestamp?: unknown; unit?: unknown }
}

type Opened = { number: number; watcher: PageWatcher; receive: (message: BusMessage) => void }

/** Opens the WebSocket of a page, and reopens it when it closes. Returns a function that closes it permanently. */
function connectForever({ url, tokens, findings }: WatchingOptions, { number, watcher, receive }: Opened): () => void {
  let closed = false
  let retryMs = firstRetryMs
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const token = await tokens.of(watcher.person)
    if (closed) return
    const own = new WebSocket(`${url}/api/2/subscriptions/eventbus/websocket`, {
      localAddress: `127.0.1.${1 + Math.floor(number / pagesOfAnAddress)}`,
      handshakeTimeout: 5_000,
    })
    socket = own
    let ping: NodeJS.Timeout | undefined
    own.on('open', () => {
      const headers = { Authorization: `Bearer ${token}`, Confirm: 'true' }
      own.send(JSON.stringify({ type: 'register', address: 'subscriptions', headers }))
      ping = setInterval(() => own.send(JSON.stringify({ type: 'ping' })), pingEveryMs)
    })
    own.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as BusMessage
      receive(message)
      if (message.type === 'err') own.close()
      else retryMs = firstRetryMs
    })
    own.on('error', (error) =>
      findings.addClientError(`page: ${(error as NodeJS.ErrnoException).code ?? error.message}`),
    )
    own.on('close', () => {
      clearInterval(ping)
      if (closed) return
      timer = setTimeout(() => void open(), retryMs * (0.5 + Math.random()))
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    })
  }

  void open()
  return () => {
    closed = true
    clearTimeout(timer)
    socket?.close()
  }
}

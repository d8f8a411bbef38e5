import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { WebSocket } from 'ws'
import { eventBusPath } from '#contract/event-bus.ts'

/**
 * The pause between two requests, in ms. It is so long that processes restart quickly on a busy computer, and so short
 * that each process is always in use.
 */
const betweenMs = 80

export type TestLoad = { stop(): Promise<void> }

export type HttpAnswer = { status: number; body: string }

export type LoadRequest = {
  method?: string
  path: string
  token: string
  body?: object
  headers?: Record<string, string>
}

/**
 * Opens a client that sends all requests over one connection, like a browser, as long as the server does not close
 * it. A request rejects if the connection breaks.
 */
export function openKeepAliveClient(port: number): TestLoad & { ask(sent: LoadRequest): Promise<HttpAnswer> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async ({ method = 'GET', path, token, body, headers = {} }: LoadRequest): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const type = body ? { 'content-type': 'application/json' } : {}
      const all = { authorization: `Bearer ${token}`, ...type, ...headers }
      const clientRequest = request({ host: '127.0.0.1', port, method, path, agent, headers: all }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
        response.once('error', reject)
      })
      clientRequest.once('error', reject)
      clientRequest.end(body && JSON.stringify(body))
    })
  return { ask, stop: async () => agent.destroy() }
}

/**
 * The counts of a load. `count`: the number of requests. `failed`: a description of each answer without a 2xx status.
 */
export type RequestTally = { count: number; failed: string[] }

/** Sends one request after the other until `stop` is called. `next` returns the request with the number `turn`. */
export function startRequestLoad(
  port: number,
  next: (turn: number) => LoadRequest,
  requestTally: RequestTally,
): TestLoad {
  const requester = openKeepAliveClient(port)
  const abortController = new AbortController()
  const running = run()

  async function run(): Promise<void> {
    for (let turn = 0; !abortController.signal.aborted; turn += 1) {
      const loadRequest = next(turn)
      const answer = await requester.ask(loadRequest).catch((error: Error) => ({ status: 0, body: error.message }))
      requestTally.count += 1
      if (answer.status < 200 || answer.status > 299)
        requestTally.failed.push(`${loadRequest.method} ${answer.status} ${answer.body}`)
      await pause(betweenMs)
    }
  }

  return {
    stop: async () => {
      abortController.abort()
      await running
      await requester.stop()
    },
  }
}

export type LoadGateway = { id: string; serial: string }

export type ReportLog = { sent: number; acknowledged: number[]; reasons: number[] }

type Device = { port: number; gateway: LoadGateway; gatewayKey: string; protocolVersion: 4 | 5; from: number }

/**
 * Simulates a gateway until `stop` is called. The gateway reports increasing values with increasing times, and
 * reconnects after a lost connection.
 */
export function startReportLoad(device: Device, reportLog: ReportLog): TestLoad {
  const { gateway, protocolVersion, from } = device
  const client = mqtt.connect(`mqtt://127.0.0.1:${device.port}`, {
    username: gateway.serial,
    password: device.gatewayKey,
    protocolVersion,
    reconnectPeriod: 100,
  })
  client.on('disconnect', ({ reasonCode }) => reportLog.reasons.push(reasonCode ?? 0))
  client.on('error', ignore)
  const abortController = new AbortController()
  const running = run()

  async function run(): Promise<void> {
    while (!abortController.signal.aborted) {
      reportLog.sent += 1
      const mark = reportLog.sent
      await client.publishAsync(`gateways/${gateway.serial}/hc1`, reportOf(from, mark), { qos: 1 })
      reportLog.acknowledged.push(mark)
      await pause(betweenMs)
    }
  }

  return {
    stop: async () => {
      abortController.abort()
      await running
      await client.endAsync(true)
    },
  }
}

function reportOf(from: number, mark: number): string {
  return JSON.stringify({ ts: new Date(from + mark * 1_000).toISOString(), values: { roomTemperature: mark } })
}

/**
 * The observations of a simulated page: the last value of each gateway, the close codes of its WebSockets, and the
 * errors of failed connections.
 */
export type PageObservations = { values: Map<string, number>; closes: number[]; refused: string[] }

/**
 * Simulates a page that receives the values of its gateways from the event bus. Like the real page, it reconnects
 * within a second.
 */
export function startPageLoad(port: number, token: string, pageObservations: PageObservations): TestLoad {
  let socket = open()
  let isStopped = false

  function open(): WebSocket {
    const opening = new WebSocket(`ws://127.0.0.1:${port}${eventBusPath}/websocket`)
    opening.on('open', () => opening.send(JSON.stringify(registering(token))))
    opening.on('message', (data: Buffer) => storeValue(pageObservations, data.toString()))
    opening.on('error', ({ message }) => pageObservations.refused.push(message))
    opening.on('close', (code) => {
      if (isStopped) return
      pageObservations.closes.push(code)
      setTimeout(() => (socket = open()), Math.random() * 500)
    })
    return opening
  }

  return {
    stop: async () => {
      isStopped = true
      socket.terminate()
    },
  }
}

function registering(token: string): object {
  return { type: 'register', address: 'subscriptions', headers: { Authorization: `Bearer ${token}`, Confirm: 'true' } }
}

function storeValue({ values }: PageObservations, text: string): void {
  const { body } = JSON.parse(text) as { body?: { resourceId?: string; unit?: string; payload?: Values } }
  const value = body?.payload?.roomTemperature
  if (body?.resourceId !== undefined && value !== undefined) values.set(body.resourceId, value)
}

type Values = { roomTemperature?: number }

// Ignores an error, because a gateway that cannot connect retries, and its reports show whether it succeeded.
function ignore(): void {}

import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A span as the collector receives it, in the JSON format of OTLP 1. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  links?: { traceId: string }[]
  status: { code?: number }
  attributes: { key: string; value: object }[]
}

type Request = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }

export type TestTraceCollector = {
  endpoint: string
  spans: ReceivedSpan[]
  /** Returns the bodies of all received requests, as one text. */
  text: () => string
  close: () => void
}

/** Starts a fake collector that receives traces by OTLP over HTTP. */
export async function startTestTraceCollector(): Promise<TestTraceCollector> {
  const bodies: string[] = []
  const spans: ReceivedSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      const { resourceSpans } = JSON.parse(body) as Request
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { endpoint, spans, text: () => bodies.join('\n'), close: () => void server.close() }
}

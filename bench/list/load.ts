import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

/** `rate`: requests per second, as many as it can without. */
export type ListLoad = {
  url: string
  headers: Record<string, string>[]
  connections: number
  seconds: number
  rate?: number
}

// One load in a process of its own: reads what to do from stdin, prints requests per second.
const { url, headers, connections, seconds, rate } = JSON.parse(await text(process.stdin)) as ListLoad

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  ...(rate !== undefined && { overallRate: rate }),
  requests: headers.map((one) => ({ method: 'GET', headers: one })),
})
const failed = result.non2xx + result.errors + result.timeouts
process.stdout.write(
  JSON.stringify({
    perSecond: result.requests.average,
    p99: result.latency.p99,
    failed,
    bytes: result.throughput.total / result.requests.total,
  }),
)

import autocannon from 'autocannon'
import { serve } from '../processes.ts'

export type ListLoad = { url: string; headers: Record<string, string>[]; connections: number; seconds: number }

/** `p99`: milliseconds; `bytes`: of one answer. */
export type ListMeasurement = { perSecond: number; p99: number; bytes: number }

serve(0, { measure })

/** As many requests as are answered. */
async function measure({ url, headers, connections, seconds }: ListLoad): Promise<ListMeasurement> {
  const requests = headers.map((one) => ({ method: 'GET', headers: one }))
  const result = await autocannon({ url, connections, duration: seconds, requests })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed`)
  const bytes = result.throughput.total / result.requests.total
  return { perSecond: result.requests.average, p99: result.latency.p99, bytes }
}

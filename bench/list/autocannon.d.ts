declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests: { method: string; headers: Record<string, string> }[]
  }
  type Result = {
    requests: { average: number; total: number }
    /** Milliseconds. */
    latency: { p99: number }
    throughput: { total: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}

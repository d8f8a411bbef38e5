import type { Log } from '#server/log.ts'
import { api } from '#contract/api.ts'
import type { RateLimit, AddressLimiter } from '#server/http/rate-limit.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { maskLogEntry } from './mask-log-entry.ts'

/** The limit of log entries from one IP address. More entries in a minute would not help to find an error. */
export const clientLogRateLimit: RateLimit = { name: 'client-log', attempts: 60, windowS: 60 }

/** Adds the endpoint to which pages report errors. Each error becomes one line of the log. Specification 17.3. */
export function addClientLogRoutes(
  add: EndpointAdder,
  { log, limit }: { log: Pick<Log, 'warn' | 'error'>; limit: AddressLimiter },
): void {
  add(api.writeClientLog, async ({ body, address }) => {
    await limit(address)
    const { level, ...entry } = body()
    log[level]({ client: maskLogEntry(entry) }, 'client log')
  })
}

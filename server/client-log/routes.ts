import type { Log } from '#server/log.ts'
import { api } from '#contract/api.ts'
import type { AttemptLimit, LimitAddress } from '#server/http/attempt-limit.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import { masked } from './masking.ts'

/** More entries a minute from one address help nobody. */
export const clientLogEntries: AttemptLimit = { name: 'client-log', attempts: 60, windowS: 60 }

/** Takes what the page reports of its own failures, as data of one structured record each. Specification 17.3. */
export function addClientLogRoutes(
  add: AddEndpoint,
  { log, limit }: { log: Pick<Log, 'warn' | 'error'>; limit: LimitAddress },
): void {
  add(api.writeClientLog, async ({ body, address }) => {
    await limit(address)
    const { level, ...entry } = body()
    log[level]({ client: masked(entry) }, 'client log')
    return undefined
  })
}

import { RateLimiterMemory } from 'rate-limiter-flexible'
import { api } from '#contract/api.ts'
import { limitAddresses } from '#server/http/attempt-limit.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import { masked } from './masking.ts'

type Log = { warn(fields: object, message: string): void; error(fields: object, message: string): void }

/** More entries a minute from one address help nobody. */
const entriesPerMinute = 60

/** Takes what the page reports of its own failures, as data of one structured record each. Decisions 8. */
export function addClientLogRoutes(add: AddEndpoint, { log }: { log: Log }): void {
  const limit = limitAddresses((limits) => new RateLimiterMemory({ points: entriesPerMinute * limits, duration: 60 }))

  add(api.writeClientLog, async ({ body, address }) => {
    await limit(address)
    const { level, ...entry } = body()
    log[level]({ client: masked(entry) }, 'client log')
    return undefined
  })
}

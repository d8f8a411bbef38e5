import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { api } from '#contract/api.ts'
import { addressGroup } from '#server/http/address-group.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import { Refusal } from '#server/http/refusals.ts'
import { masked } from './masking.ts'

type Log = { warn(fields: object, message: string): void; error(fields: object, message: string): void }

/** More entries a minute from one address help nobody. */
const entriesPerMinute = 60

/** Takes what the page reports of its own failures, as data of one structured record each. Decisions 8. */
export function addClientLogRoutes(add: AddEndpoint, { log }: { log: Log }): void {
  const limiter = new RateLimiterMemory({ points: entriesPerMinute, duration: 60 })

  add(api.writeClientLog, async ({ body, address }) => {
    await limit(limiter, addressGroup(address))
    const { level, ...entry } = body()
    log[level]({ client: masked(entry) }, 'client log')
    return undefined
  })
}

async function limit(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new Refusal('too-many-requests', { retryAfterS: Math.ceil(error.msBeforeNext / 1000) })
  }
}

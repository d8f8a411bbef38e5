import { setTimeout as pause } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressGroupsOf } from '#server/http/address-groups.ts'
import type { FrequentEventLogger } from './frequent-event-logger.ts'

export type RejectedSignIn = { serial: string; address: string }

export type RejectionDelayLimits = {
  /** The number of rejected sign-ins a minute, for an address or a serial number, that are answered without delay. */
  undelayed: number
  /** The maximum delay. Each further rejection is delayed twice as long as the previous one, up to this maximum. */
  maxDelayMs: number
}

const windowS = 60
const firstWaitMs = 250

/**
 * Slows down the guessing of device keys. The more sign-ins from an address or for a serial number are rejected, the
 * longer each rejection is delayed. A sign-in with the right key is never delayed, even from the same address.
 * Specification 19.50.
 */
export function createRejectionDelayer(
  { undelayed, maxDelayMs }: RejectionDelayLimits,
  logSummary: FrequentEventLogger,
) {
  const rejections = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowS })

  return {
    /** Records a rejected sign-in. Resolves when the listener may send the rejection. */
    reject: async ({ serial, address }: RejectedSignIn): Promise<void> => {
      logSummary.note(`${serial} from ${address}`)
      const tooMany = Math.max(...(await Promise.all(keysOf({ serial, address }).map(count)))) - undelayed
      if (tooMany <= 0) return
      await pause(Math.min(maxDelayMs, firstWaitMs * 2 ** (tooMany - 1)), undefined, { ref: false })
    },
  }

  async function count({ key, limits }: { key: string; limits: number }): Promise<number> {
    const { consumedPoints } = await rejections.penalty(key)
    return consumedPoints / limits
  }
}

function keysOf({ serial, address }: RejectedSignIn): { key: string; limits: number }[] {
  return [
    { key: `serial ${serial}`, limits: 1 },
    ...addressGroupsOf(address).map(({ name, limits }) => ({ key: `address ${name}`, limits })),
  ]
}

import { type Loop, startBackgroundLoop } from '#server/loop.ts'
import type { Services } from '#server/services.ts'

const minIntervalMs = 250
const retryAfterMs = 1_000

/**
 * Creates a loop that announces changes of shared appliances on the bus. Call `wake` after a change; it publishes at
 * most four times a second. If the process ends before it publishes, the process that writes the event log finds the
 * changes at its next poll.
 */
export function createPartnerChangeAnnouncer({ pool, bus, log }: Pick<Services, 'pool' | 'bus' | 'log'>): Loop {
  return startBackgroundLoop({
    work: async () => {
      await bus.publish(pool, [{ kind: 'partner-changes' }])
      return Infinity
    },
    onError: (error) => {
      log.warn({ err: error }, 'Changes for third parties could not be announced')
      return retryAfterMs
    },
    minIntervalMs,
  })
}

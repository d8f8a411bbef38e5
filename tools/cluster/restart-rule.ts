import type { RestartBackoff } from '../../scripts/processes/restart-backoff.ts'

const pauseMs = 1_000
const maxFailedStarts = 20

/**
 * Returns the restart rule of a service. Like a service manager, it restarts the service after each end, until 20
 * successive starts have failed.
 */
export function createRestartRule(): RestartBackoff {
  let failedStarts = 0
  return {
    next: (ranMs) => {
      failedStarts = ranMs === 0 ? failedStarts + 1 : 0
      if (failedStarts >= maxFailedStarts) return { again: 'never', exits: failedStarts }
      return { again: 'after', pauseMs }
    },
  }
}

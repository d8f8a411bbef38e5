import type { RestartBackoff } from '../../scripts/processes/restart-backoff.ts'

const pauseMs = 1_000
const maxFailedStarts = 20

/**
 * Returns the restart rule of a service: restart after each end, as a service manager does, until 20 starts in a row
 * have failed.
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

const firstMs = 2_000
const maxPauseMs = 30_000

/**
 * Returns the pause in milliseconds after `failures` successive failures. The maximum pause is 2 s after the first
 * failure, and doubles up to 30 s. `random`, from 0 to 1, selects a time in the second half of the maximum, so that the
 * processes do not all retry at the same time.
 */
export function computeRetryPauseMs(failures: number, random: number): number {
  const ceilingMs = Math.min(maxPauseMs, firstMs * 2 ** (failures - 1))
  return (ceilingMs * (1 + random)) / 2
}

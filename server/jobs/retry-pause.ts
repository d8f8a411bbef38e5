const firstMs = 2_000
const longestMs = 30_000

/**
 * How long a job waits after so many failures in a row: seconds first, then twice as long each time up to 30 s. `random` from 0
 * to 1 spreads the processes over the second half, so that they do not all come back at once.
 */
export function retryPause(failures: number, random: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** (failures - 1))
  return (ceiling * (1 + random)) / 2
}

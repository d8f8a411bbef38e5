const firstMs = 2_000
const maxPauseMs = 30_000

/**
 * Returns the pause in milliseconds after this many failures in a row. It begins with seconds and doubles up to 30 s.
 * `random`, from 0 to 1, spreads the processes over the second half of the pause, so that they do not all retry at
 * once.
 */
export function retryPause(failures: number, random: number): number {
  const ceiling = Math.min(maxPauseMs, firstMs * 2 ** (failures - 1))
  return (ceiling * (1 + random)) / 2
}

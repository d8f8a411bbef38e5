import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Runs `act`, and returns the longest turn of the event loop during this time, in ms. The turn is measured as CPU time
 * of the thread, so other processes have no effect.
 */
export async function measureLongestTurn(act: () => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const longest = longestTurnMs(over.signal)
  await act()
  over.abort()
  return longest
}

async function longestTurnMs(over: AbortSignal): Promise<number> {
  let longest = 0
  while (!over.aborted) {
    const before = process.threadCpuUsage()
    await nextTurn()
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
  }
  return longest / 1000
}

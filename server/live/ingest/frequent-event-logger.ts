import { minuteMs } from '#contract/durations.ts'
import type { Log } from '#server/log.ts'

/**
 * Combines frequent events into one log line a minute, with the number of events and the most frequent keys.
 * Specification 19.50.
 */
export type FrequentEventLogger = {
  note: (key: string) => void
  /** Writes a line for the events since the last line. Writes nothing if there were no events. */
  write: () => void
}

const everyMs = minuteMs
const shownKeys = 5
/**
 * The maximum number of keys that are counted separately in a minute. Events with further keys only increase the
 * total.
 */
const maxKeys = 1_000

export function createFrequentEventLogger(log: Pick<Log, 'warn'>, message: string): FrequentEventLogger {
  let count = 0
  let byKey = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function note(key: string): void {
    count++
    if (byKey.has(key) || byKey.size < maxKeys) byKey.set(key, (byKey.get(key) ?? 0) + 1)
    timer ??= setTimeout(write, everyMs).unref()
  }

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    if (count === 0) return
    const mostFrequent = [...byKey].toSorted(([, one], [, other]) => other - one).slice(0, shownKeys)
    log.warn({ count, of: byKey.size, most: Object.fromEntries(mostFrequent) }, message)
    count = 0
    byKey = new Map()
  }

  return { note, write }
}

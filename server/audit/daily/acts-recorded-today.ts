import { dayMs } from '#contract/durations.ts'
import type { DailyAct } from './daily-act.ts'

/** The acts that a process has recorded on the current UTC day. */
export type ActsRecordedToday = {
  /**
   * Adds an act. Returns true if the act is new on the UTC day of `at` (epoch ms), and false if it was already added.
   */
  add(act: DailyAct, at: number): boolean
  remove(act: DailyAct): void
}

/**
 * Creates an empty `ActsRecordedToday`. If it has `maxActs` acts when an act is added, it first removes them. If a
 * removed act occurs again on the same day, its insertion changes nothing in the database.
 */
export function createActsRecordedToday(maxActs: number): ActsRecordedToday {
  const keys = new Set<string>()
  let day = 0

  return {
    add(act, at) {
      const today = Math.floor(at / dayMs)
      if (today !== day || keys.size >= maxActs) keys.clear()
      day = today
      const key = keyOf(act)
      if (keys.has(key)) return false
      keys.add(key)
      return true
    },
    remove: (act) => void keys.delete(keyOf(act)),
  }
}

function keyOf(act: DailyAct): string {
  const actKey = act.kind === 'export-downloaded' ? act.fileId : `${act.kind} ${act.since}`
  return `${act.gatewayId} ${'clientId' in act ? act.clientId : act.personId} ${actKey}`
}

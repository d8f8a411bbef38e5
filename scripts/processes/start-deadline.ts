import { minuteMs } from '#contract/durations.ts'

/** The progress of a starting process. While the process works, at least one of the numbers grows. */
export type StartProgress = { logBytes: number; cpuMs: number }

export type StartDeadline = {
  /** Records the progress at `now` (milliseconds). Returns whether to wait longer. */
  goesOn(sign: StartProgress, now: number): boolean
}

/** The time in ms without progress after which a process counts as stuck. */
const maxSilenceMs = minuteMs
/** The maximum wait until a process is ready, with or without progress. */
const maxTotalSilenceMs = 600_000
/**
 * The minimum CPU time in ms that counts as progress. In a minute, the timers of a stuck process use less; loading
 * modules on a busy machine uses more.
 */
const workMs = 100

/**
 * Decides how long to wait for a process that started at `startedAt` (milliseconds). The wait ends a minute after the
 * last progress, and ten minutes after the start. A busy machine may need minutes for work that normally takes a
 * second.
 */
export function createStartDeadline(startedAt: number): StartDeadline {
  let startProgress: StartProgress = { logBytes: 0, cpuMs: 0 }
  let aliveAt = startedAt
  return {
    goesOn(sign, now) {
      if (sign.logBytes !== startProgress.logBytes || sign.cpuMs >= startProgress.cpuMs + workMs) {
        startProgress = sign
        aliveAt = now
      }
      return now - aliveAt <= maxSilenceMs && now - startedAt <= maxTotalSilenceMs
    },
  }
}

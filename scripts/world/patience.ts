/** What a starting process has done so far. Either number grows while it works. */
export type SignOfLife = { logBytes: number; cpuMs: number }

export type Patience = {
  /** Records what the process has done until `now`, and answers whether waiting longer makes sense. `now` in milliseconds. */
  goesOn(sign: SignOfLife, now: number): boolean
}

/** Without a sign of life a process counts as stuck. */
const silentAtMostMs = 60_000
/** A process that works for this long and is not ready never will be. */
const inAllAtMostMs = 600_000
/** Timers of a process that is stuck use less than this in a minute; loading its modules on a busy machine uses more. */
const workMs = 100

/**
 * How long to wait for a process that starts: a minute from its last sign of life, since a busy machine may need minutes
 * for what usually takes a second.
 */
export function patienceFrom(begun: number): Patience {
  let seen: SignOfLife = { logBytes: 0, cpuMs: 0 }
  let aliveAt = begun
  return {
    goesOn(sign, now) {
      if (sign.logBytes !== seen.logBytes || sign.cpuMs >= seen.cpuMs + workMs) {
        seen = sign
        aliveAt = now
      }
      return now - aliveAt <= silentAtMostMs && now - begun <= inAllAtMostMs
    },
  }
}

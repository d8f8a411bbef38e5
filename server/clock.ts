/**
 * The source of the current time in epoch milliseconds. All code of the server uses it, so that tests can control the
 * time.
 */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/**
 * A source of the current time in epoch milliseconds. All server code takes the time from a clock, so that tests can
 * control the time.
 */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

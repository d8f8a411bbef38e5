/** A source of the current time in epoch milliseconds. Tests pass another clock to control the time. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

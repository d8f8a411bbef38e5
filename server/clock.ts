/** The only source of the current time on the server, so that tests can control it. Epoch milliseconds. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

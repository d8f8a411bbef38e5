/** The only source of "now" on the server, so that tests can hold time still. Epoch milliseconds. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

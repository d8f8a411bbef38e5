/** What the push side counts, since the process started; `sockets` and `registered` are the current numbers. */
export type PushMetrics = {
  sockets: number
  registered: number
  refusedSockets: number
  refusedRegistrations: number
  delivered: number
  withheld: number
  cut: number
}

export function newPushMetrics(): PushMetrics {
  return {
    sockets: 0,
    registered: 0,
    refusedSockets: 0,
    refusedRegistrations: 0,
    delivered: 0,
    withheld: 0,
    cut: 0,
  }
}

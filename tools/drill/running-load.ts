/** A running kind of load. */
export type RunningLoad = {
  /** The number of gateways, pages or people that are late now. */
  behind(): number
  stop(): Promise<void>
}

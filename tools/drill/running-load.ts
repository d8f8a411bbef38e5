/** One kind of load that is running, such as gateways or pages. */
export type RunningLoad = {
  /** Returns the number of gateways, pages or people that are late now. */
  behind(): number
  stop(): Promise<void>
}

/** One kind of load that runs. */
export type RunningLoad = {
  /** How many devices, pages or people are late now. */
  behind(): number
  stop(): Promise<void>
}

/** RunningLoad of one kind while it runs. */
export type RunningLoad = {
  /** How many of those who make it wait for too long now. */
  behind(): number
  stop(): Promise<void>
}

/** Thrown if the product cannot start. The message is one sentence for the terminal, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

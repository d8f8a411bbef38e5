/** Why the product can't start. The message is one sentence for the person at the terminal, who needs no stack. */
export class StartError extends Error {
  override name = 'StartError'
}

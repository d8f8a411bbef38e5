/** Closes once and exits when the starting process is gone (its IPC channel ends) or asks by signal. */
export function exitWithParent(close: () => Promise<void>): void {
  let closing = false
  const exit = () => {
    if (closing) return
    closing = true
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('disconnect', exit)
  process.once('SIGTERM', exit)
  process.once('SIGINT', exit)
  // Gone already, before anybody listened.
  if ('connected' in process && !process.connected) exit()
}

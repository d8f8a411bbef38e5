/** Calls `close` once and then exits, if the parent process ends (the IPC channel closes) or a signal arrives. */
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
  // The parent may have ended before the listener was added.
  if ('connected' in process && !process.connected) exit()
}

/** Calls `close` once and then exits, if the parent process ends (the IPC channel closes) or a signal arrives. */
export function exitWithParent(close: () => Promise<void>): void {
  let isClosing = false
  const exit = () => {
    if (isClosing) return
    isClosing = true
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

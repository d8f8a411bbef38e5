const missing = new WeakSet<object>()

/** As much of the bundler's event as is of use: a part of the page that did not come. */
type PreloadError = Event & { payload: Error }

/** Notes which errors mean that a part of the page could not be loaded. */
export function watchMissingParts(page: Pick<Window, 'addEventListener'>, onMissing: () => void): void {
  page.addEventListener('vite:preloadError', (event) => {
    missing.add((event as PreloadError).payload)
    onMissing()
  })
}

/** Whether it says that a part of the page did not come: no fault of the server's. */
export function isMissingPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error)
}

const keptMs = 60_000

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  // Revokes the URL later: the browser reads it after the click, and does not report when it is done.
  setTimeout(() => URL.revokeObjectURL(href), keptMs)
}

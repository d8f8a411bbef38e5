import { minuteMs } from '#contract/durations.ts'

const keptMs = minuteMs

/** Saves a file as a download of the browser. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  // Revokes the URL later, because the browser reads the URL after the click and does not report when it has done so.
  setTimeout(() => URL.revokeObjectURL(href), keptMs)
}

import { text } from 'node:stream/consumers'
import { openPromise } from 'yauzl'

/** Reads the files of a ZIP archive as text, by name. */
export async function readArchive(path: string): Promise<Map<string, string>> {
  const archive = await openPromise(path, { lazyEntries: true })
  const files = new Map<string, string>()
  for await (const entry of archive.eachEntry()) {
    files.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)))
  }
  return files
}

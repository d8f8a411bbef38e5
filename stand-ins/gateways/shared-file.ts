import { unwatchFile, watchFile } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'

// A JSON file by which one process of the demo controls the gateways, which another process simulates.

const pollEveryMs = 250

/** Replaces the file at once, so that no reader finds a part of it. */
export async function replaceShared(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(content))
  await rename(`${file}.new`, file)
}

/** Calls `onChange` with what `read` returns, now and at each change. Returns a function that stops this. */
export function watchShared<Content>(
  file: string,
  read: (file: string) => Promise<Content>,
  onChange: (content: Content) => void,
): () => void {
  const readAgain = (): void => void read(file).then(onChange)
  watchFile(file, { interval: pollEveryMs }, readAgain)
  readAgain()
  return () => unwatchFile(file, readAgain)
}

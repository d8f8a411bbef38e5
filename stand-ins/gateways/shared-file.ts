import { unwatchFile, watchFile } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'

// A JSON file by which one process of the demo controls the gateways, which another process simulates.

const pollEveryMs = 250

/** Replaces the file in one step, so that a reader never gets an incomplete file. */
export async function replaceShared(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(content))
  await rename(`${file}.new`, file)
}

/** Calls `onChange` with the result of `read`, now and after each change of the file. Returns a function that stops this. */
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

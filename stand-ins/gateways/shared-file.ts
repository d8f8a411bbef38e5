import { unwatchFile, watchFile } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'

// The functions of this file read and write a JSON file. One process of the demo writes the file to control the
// gateways. The process that simulates the gateways reads the file.

const pollEveryMs = 250

/** Replaces the file in one step, so that a reader never gets an incomplete file. */
export async function replaceSharedFile(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(content))
  await rename(`${file}.new`, file)
}

/**
 * Calls `onChange` with the result of `readContent`, immediately and after each change of the file. Returns a function
 * that stops the calls.
 */
export function watchSharedFile<Content>(
  file: string,
  readContent: (file: string) => Promise<Content>,
  onChange: (content: Content) => void,
): () => void {
  const readAgain = (): void => void readContent(file).then(onChange)
  watchFile(file, { interval: pollEveryMs }, readAgain)
  readAgain()
  return () => unwatchFile(file, readAgain)
}

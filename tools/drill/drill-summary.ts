import { readFile, writeFile } from 'node:fs/promises'

/** Adds the drill, like one more test, to the counts in a file with the text `N passed, N failed`. */
export async function addDrillToSummary(file: string, isWell: boolean): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '0 passed, 0 failed')
  const [passed = 0, failed = 0] = [...text.matchAll(/\d+/gu)].map(Number)
  const skipped = /, \d+ skipped.*$/mu.exec(text)?.[0] ?? ''
  await writeFile(file, `${passed + (isWell ? 1 : 0)} passed, ${failed + (isWell ? 0 : 1)} failed${skipped}\n`)
}

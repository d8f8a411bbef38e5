import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { NotAvailableError, fetchDebianPackages } from './debian-packages.ts'

const folder = join(import.meta.dirname, '../.data/promtool')
const paths = ['promtool', join(folder, 'root/usr/bin/promtool')]

/**
 * Finds promtool, the program that checks the rules of Prometheus. The program is installed on this machine, or
 * `ensurePromtool` has unpacked it.
 */
export function findPromtool(): string | undefined {
  return paths.find((path) => spawnSync(path, ['--version']).status === 0)
}

/**
 * Finds promtool, or unpacks its Debian package. Prints what it did. Without promtool, the tests that need it are
 * skipped.
 */
export async function ensurePromtool(printLine: (text: string) => void): Promise<void> {
  if (!findPromtool()) {
    await fetchDebianPackages(folder, ['prometheus']).catch((error: unknown) => {
      if (!(error instanceof NotAvailableError)) throw error
      printLine(`promtool: none to be had here: ${error.message}.`)
    })
  }
  printLine(
    `promtool: ${findPromtool() ?? "none here; alerts and dashboard are not tried with Prometheus' own checker."}`,
  )
}

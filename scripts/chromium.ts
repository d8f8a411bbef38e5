import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages, mayUseApt } from './apt.ts'

const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * Finds an installed Chromium or Chrome. The program must answer `--version`, because some distributions have only a
 * script that names a snap to install.
 *
 * Prefers the headless shell, which has the same engine and needs a third of the CPU time.
 */
export function findChromium(): string | undefined {
  return firstExisting(names)
}

/** Finds a Chromium or Chrome with camera support, which the headless shell does not have. */
export function findChromiumWithCamera(): string | undefined {
  return firstExisting(names.filter((name) => name !== shell))
}

function firstExisting(wanted: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [...wanted.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere]
  return candidates.filter(existsSync).find(isWorking)
}

function isWorking(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 && /Chromium|Chrome/u.test(stdout)
}

/**
 * Finds a Chromium or installs one: with apt if possible, otherwise the Chromium of Playwright. Prints which Chromium
 * is used.
 */
export function ensureChromium(printLine: (text: string) => void): void {
  if (mayUseApt() && !(findChromium()?.endsWith(shell) && findChromiumWithCamera())) {
    printLine('Chromium: installing those for tests with apt-get.')
    installDebianPackages([shell, 'chromium', 'fonts-liberation'])
  }
  const chromiumPath = findChromium()
  if (chromiumPath) return printLine(`Chromium: ${chromiumPath}`)
  printLine("Chromium: none here; installing Playwright's own.")
  run('playwright', ['install', ...(mayUseApt() ? ['--with-deps'] : []), '--only-shell', 'chromium'])
}

// Runs a program. Reports no failure, because each caller checks the result itself.
function run(program: string, args: string[]): void {
  spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

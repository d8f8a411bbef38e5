import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages, mayUseApt } from './apt.ts'

const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * The Chromium of this machine that answers when asked for its version; some are only a hint to install a snap. First
 * the one without a window of its own: the same engine for a third of the processor's time.
 */
export function systemChromium(): string | undefined {
  return firstOf(names)
}

/** One that can look through a camera, which the one without a window cannot. */
export function chromiumWithCamera(): string | undefined {
  return firstOf(names.filter((name) => name !== shell))
}

function firstOf(wanted: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [...wanted.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere]
  return candidates.filter(existsSync).find(answers)
}

function answers(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 && /Chromium|Chrome/u.test(stdout)
}

/** Finds a Chromium or installs one, with apt where that is allowed, else Playwright's own; says which. */
export function ensureChromium(say: (text: string) => void): void {
  if (mayUseApt() && !(systemChromium()?.endsWith(shell) && chromiumWithCamera())) {
    say('Chromium: installing those for tests with apt-get.')
    installPackages([shell, 'chromium', 'fonts-liberation'])
  }
  const found = systemChromium()
  if (found) return say(`Chromium: ${found}`)
  say("Chromium: none here; installing Playwright's own.")
  run('playwright', ['install', ...(mayUseApt() ? ['--with-deps'] : []), '--only-shell', 'chromium'])
}

// A failure shows in what the next look finds.
function run(program: string, args: string[]): void {
  spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * The Chromium of this machine that answers when asked for its version; some are only a hint to install a snap. First
 * the one without a window of its own: the same engine for a third of the processor's time.
 */
export function systemChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere]
  return candidates.filter(existsSync).find(answers)
}

function answers(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 && /Chromium|Chrome/u.test(stdout)
}

/** Finds a Chromium or installs one, with apt where that is allowed, else Playwright's own; says which. */
export function ensureChromium(say: (text: string) => void): void {
  if (mayUseApt() && !systemChromium()?.endsWith(shell)) {
    say('Chromium: installing the one for tests with apt-get.')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', shell, 'fonts-liberation'])
  }
  const found = systemChromium()
  if (found) return say(`Chromium: ${found}`)
  say("Chromium: none here; installing Playwright's own.")
  run('playwright', ['install', ...(mayUseApt() ? ['--with-deps'] : []), '--only-shell', 'chromium'])
}

function mayUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

// A failure shows in what the next look finds.
function run(program: string, args: string[]): void {
  spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

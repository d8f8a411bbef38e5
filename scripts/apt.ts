import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether this process may install Debian packages. It must run as root, and the machine must have apt-get. */
export function mayUseApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs Debian packages. Reports no failure, because each caller checks the result itself. */
export function installDebianPackages(packages: readonly string[]): void {
  // With RUNLEVEL=1, Debian does not start the services of the installed packages.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = { stdio: 'inherit', env } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}

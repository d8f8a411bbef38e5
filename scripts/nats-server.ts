import { spawnSync } from 'node:child_process'
import { installPackages, mayUseApt } from './apt.ts'

/** Finds a nats-server or installs Debian's, if that is allowed; prints which, or that its tests are skipped. */
export function ensureNatsServer(say: (text: string) => void): void {
  if (version() === undefined && mayUseApt()) {
    say('NATS: installing the one for tests with apt-get.')
    installPackages(['nats-server'])
  }
  say(`NATS: ${version() ?? 'none here, so that the bus over it is NOT tested; install nats-server.'}`)
}

function version(): string | undefined {
  const { status, stdout } = spawnSync('nats-server', ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

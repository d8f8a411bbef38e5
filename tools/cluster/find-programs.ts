import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findInstalledProgram } from '#test/processes/find-installed-program.ts'
import { StartError } from '../../scripts/processes/start-error.ts'

/** The external programs of a cluster, and the Debian package of each. */
const packageOf = {
  postgres: 'postgresql-15',
  initdb: 'postgresql-15',
  pg_basebackup: 'postgresql-client-15',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'nats-server': 'nats-server',
  openssl: 'openssl',
  ip: 'iproute2',
  nsenter: 'util-linux',
  faketime: 'faketime',
  pgbackrest: 'pgbackrest',
} as const

/** The error if programs are missing. Its message has the command that installs the programs. */
export class MissingProgramsError extends StartError {
  override name = 'MissingProgramsError'
}

export type ProgramName = keyof typeof packageOf

/** The folder of the PostgreSQL tools that Patroni calls. */
export const postgresTools = '/usr/lib/postgresql/15/bin'

/**
 * Finds the programs on this machine.
 * @throws MissingProgramsError with the command that installs the missing ones
 */
export function findPrograms<Name extends ProgramName>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const found = names.map((name) => [name, pathOf(name)] as const)
  const missing = found.filter(([, path]) => path === undefined).map(([name]) => name)
  if (missing.length > 0) throw missingPrograms(missing)
  return Object.fromEntries(found) as Record<Name, string>
}

function pathOf(name: string): string | undefined {
  const tool = join(postgresTools, name)
  return existsSync(tool) ? tool : findInstalledProgram(name)
}

function missingPrograms(names: readonly ProgramName[]): MissingProgramsError {
  const packages = [...new Set(names.map((name) => packageOf[name]))]
  const install = `apt-get install --no-install-recommends ${packages.join(' ')}`
  return new MissingProgramsError(`This machine lacks ${names.join(', ')}. On Debian 12: ${install}`)
}

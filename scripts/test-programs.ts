import { findInstalledProgram } from '#test/processes/find-installed-program.ts'
import { installDebianPackages, mayUseApt } from './apt.ts'

/** Programs that some test suites start. The Debian packages have the same names. */
const programs = ['nats-server', 'pgbouncer', 'haproxy']

/**
 * Finds the programs that tests start, or installs them from Debian if possible. Prints the names of the missing
 * programs.
 */
export function ensureTestPrograms(printLine: (text: string) => void): void {
  if (missingPrograms().length > 0 && mayUseApt()) {
    printLine(`Programs for tests: installing ${missingPrograms().join(', ')} with apt-get.`)
    installDebianPackages(missingPrograms())
  }
  const rest = missingPrograms().join(', ')
  printLine(
    `Programs for tests: ${rest === '' ? programs.join(', ') : `WITHOUT ${rest}, so that their suites do not run`}`,
  )
}

function missingPrograms(): string[] {
  return programs.filter((name) => findInstalledProgram(name) === undefined)
}

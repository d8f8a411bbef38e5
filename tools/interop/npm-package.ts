import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NotAvailableError } from '../../scripts/debian-packages.ts'
import { runToEnd } from '../run-to-end.ts'

/**
 * Installs npm packages, or files of packages, into `folder` if they are not there. Does not change the packages of
 * the portal. Returns the folder of the installed programs.
 *
 * @throws NotAvailableError if the registry does not answer
 */
export async function installFromNpm(folder: string, packages: readonly string[]): Promise<string> {
  const programs = join(folder, 'node_modules', '.bin')
  if (existsSync(programs)) return programs
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  await runNpm(folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
  return programs
}

/** Packs the package in the folder `source` as npm publishes it. Returns the path of the file. */
export async function packNpmPackage(source: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return join(folder, await runNpm(folder, ['pack', source, '--silent']))
}

async function runNpm(cwd: string, args: readonly string[]): Promise<string> {
  return runToEnd('npm', args, { cwd }).catch((error: Error) => {
    throw new NotAvailableError(error.message)
  })
}

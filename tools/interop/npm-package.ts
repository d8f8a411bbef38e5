import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NotAvailableError } from '../../scripts/debian-packages.ts'

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
  runNpm(folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
  return programs
}

/** Packs the package in the folder `source` as npm publishes it. Returns the path of the file. */
export async function packNpmPackage(source: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return join(folder, runNpm(folder, ['pack', source, '--silent']).trim())
}

function runNpm(folder: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new NotAvailableError(`npm ${args[0]} failed: ${stderr.trim().split('\n').at(-1)}`)
  return stdout
}

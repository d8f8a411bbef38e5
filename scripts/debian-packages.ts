import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the folder with the libraries of the packages that `fetchDebianPackages` has unpacked into `root`. */
export function libraryFolderIn(root: string): string {
  return `${root}/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
}

/**
 * Returns the variables with which a program finds its libraries, and modules of Perl and Python, in `root`. The version
 * of Perl is that of Debian 12, for which Debian compiles the modules.
 */
export function debianEnvironmentIn(root: string): Record<string, string> {
  return {
    LD_LIBRARY_PATH: libraryFolderIn(root),
    PERL5LIB: `${root}/usr/share/perl5:${libraryFolderIn(root)}/perl5/5.36`,
    PYTHONPATH: `${root}/usr/lib/python3/dist-packages`,
  }
}

/** Thrown if this machine cannot get the required software. The message says what is missing. */
export class NotAvailableError extends Error {
  override name = 'NotAvailableError'
}

/**
 * Downloads Debian packages and unpacks them into `folder`/root, even if the machine has them. Does nothing if
 * `folder`/root exists. Returns the path of `folder`/root. Installs nothing, so the function does not need root.
 *
 * Also unpacks dependencies, but only those that are not installed on the machine. If the files of a dependency must be
 * in `folder`, name that package in `packages`.
 *
 * @throws NotAvailableError without apt-get, or if a package does not exist
 */
export async function fetchDebianPackages(folder: string, packages: readonly string[]): Promise<string> {
  const root = join(folder, 'root')
  if (existsSync(root)) return root
  if (!existsSync('/usr/bin/apt-get')) throw new NotAvailableError('this machine has no apt-get')
  const archives = join(folder, 'archives')
  await mkdir(join(archives, 'partial'), { recursive: true })
  download(archives, packages)
  const unpackedFolder = `${root}.new`
  await rm(unpackedFolder, { recursive: true, force: true })
  for (const archive of globSync(join(archives, '*.deb'))) run('dpkg-deb', ['--extract', archive, unpackedFolder])
  await rename(unpackedFolder, root)
  return root
}

function download(archives: string, packages: readonly string[]): void {
  const options = [`Dir::Cache::archives=${archives}`, 'Debug::NoLocking=1', 'APT::Sandbox::User=']
  const flags = ['--yes', '--no-install-recommends', '--download-only', ...options.flatMap((option) => ['-o', option])]
  run('apt-get', [...flags, 'install', '--reinstall', ...packages])
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status === 0) return
  throw new NotAvailableError(`${program} failed: ${stderr.trim().split('\n').at(-1)}; is \`apt-get update\` due?`)
}

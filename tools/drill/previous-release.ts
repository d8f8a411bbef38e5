import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../cluster/portal-services.ts'

const maxBytes = 1 << 28

/**
 * Unpacks the previous release into `folder` if it is not there. Returns its path, or undefined if the git repository
 * does not have the commit of that release.
 */
export async function unpackPreviousRelease(folder: string): Promise<string | undefined> {
  const commit = readFileSync(join(repositoryRoot, 'server/database/last-release'), 'utf8').trim()
  const unpacked = join(folder, 'releases', commit)
  if (existsSync(unpacked)) return unpacked
  const archive = archiveOf(commit)
  if (!archive) return undefined
  const begun = `${unpacked}.new`
  rmSync(begun, { recursive: true, force: true })
  await mkdir(begun, { recursive: true })
  execFileSync('tar', ['-x', '-C', begun], { input: archive })
  // Links to the packages of this release, which include the packages of the previous release.
  symlinkSync(join(repositoryRoot, 'node_modules'), join(begun, 'node_modules'))
  renameSync(begun, unpacked)
  return unpacked
}

function archiveOf(commit: string): Buffer | undefined {
  try {
    return execFileSync('git', ['archive', commit], { cwd: repositoryRoot, maxBuffer: maxBytes, stdio: 'pipe' })
  } catch {
    return undefined
  }
}

import { join } from 'node:path'
import { libraryFolderIn, perlModuleFoldersIn } from '../../../scripts/debian-packages.ts'
import { startProgram } from '../start-program.ts'
import type { Trial } from '../trial.ts'

/** Starts LemonLDAP::NG from its unpacked files, with the configuration in `folder`. Returns the URL of the issuer. */
export async function startLemonldap(
  trial: Trial,
  { folder, root, port }: { folder: string; root: string; port: number },
): Promise<string> {
  const app = join(import.meta.dirname, 'portal.psgi')
  const issuer = `http://127.0.0.1:${port}/`
  await startProgram(trial, {
    name: 'lemonldap',
    command: ['perl', `${root}/usr/bin/starman`, '--listen', `127.0.0.1:${port}`, '--workers', '2', app],
    env: environmentOf(folder, root),
    ready: { kind: 'http', url: `${issuer}.well-known/openid-configuration` },
  })
  return issuer
}

function environmentOf(folder: string, root: string): Record<string, string> {
  return {
    PERL5LIB: perlModuleFoldersIn(root),
    LD_LIBRARY_PATH: libraryFolderIn(root),
    LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
    LEMONLDAP_ROOT: root,
  }
}

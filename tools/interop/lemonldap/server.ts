import { join } from 'node:path'
import { startChild } from '../../../scripts/processes/child.ts'
import { waitUntilReady } from '../../../scripts/processes/readiness.ts'
import { librariesIn, perlModulesIn } from '../../../scripts/debian.ts'

export type Lemonldap = { issuer: string; stop(): Promise<void> }

export type StartLemonldap = { folder: string; root: string; port: number }

/** Starts LemonLDAP::NG from its unpacked files; its log is `<folder>/lemonldap.log`. */
export async function startLemonldap({ folder, root, port }: StartLemonldap): Promise<Lemonldap> {
  const app = join(import.meta.dirname, 'portal.psgi')
  const issuer = `http://127.0.0.1:${port}/`
  const service = {
    name: 'lemonldap',
    command: ['perl', `${root}/usr/bin/starman`, '--listen', `127.0.0.1:${port}`, '--workers', '2', app],
    env: environmentOf(folder, root),
    user: undefined,
    ready: { kind: 'http', url: `${issuer}.well-known/openid-configuration` },
  } as const
  const child = await startChild(service, { logFolder: folder, baseEnv: process.env })
  await waitUntilReady(service, child).catch(async (error: unknown) => {
    await child.stop()
    throw error
  })
  return { issuer, stop: child.stop }
}

function environmentOf(folder: string, root: string): Record<string, string> {
  return {
    PERL5LIB: perlModulesIn(root),
    LD_LIBRARY_PATH: librariesIn(root),
    LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
    LEMONLDAP_ROOT: root,
  }
}

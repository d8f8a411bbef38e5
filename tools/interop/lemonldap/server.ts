import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntilReady } from '../../../scripts/world/readiness.ts'
import { librariesIn, perlModulesIn } from '../../../scripts/debian.ts'

export type Lemonldap = { issuer: string; stop(): Promise<void> }

export type StartLemonldap = { folder: string; root: string; port: number }

/** Starts LemonLDAP::NG from its unpacked files; its words go to `<folder>/lemonldap.log`. */
export async function startLemonldap({ folder, root, port }: StartLemonldap): Promise<Lemonldap> {
  const logPath = join(folder, 'lemonldap.log')
  const log = await open(logPath, 'w')
  const app = join(import.meta.dirname, 'portal.psgi')
  const server = spawn('perl', [`${root}/usr/bin/starman`, '--listen', `127.0.0.1:${port}`, '--workers', '2', app], {
    env: environmentOf(folder, root),
    stdio: ['ignore', log.fd, log.fd],
  })
  const ended = new Promise<number | null>((done) => server.once('exit', done))
  await log.close()
  const issuer = `http://127.0.0.1:${port}/`
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await ended
  }
  const ready = { kind: 'http', url: `${issuer}.well-known/openid-configuration` } as const
  const child = { name: 'LemonLDAP::NG', identity: undefined, logPath, logStart: 0, ended, stop }
  await waitUntilReady({ name: child.name, ready }, child).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { issuer, stop }
}

function environmentOf(folder: string, root: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PERL5LIB: perlModulesIn(root),
    LD_LIBRARY_PATH: librariesIn(root),
    LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
    LEMONLDAP_ROOT: root,
  }
}

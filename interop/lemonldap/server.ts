import { spawn, type ChildProcess } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type Lemonldap = { issuer: string; stop(): Promise<void> }

export type StartLemonldap = { folder: string; root: string; port: number }

const readyWithinMs = 30_000
const betweenTriesMs = 100
/** Of Debian 12, whose modules are compiled for it. */
const perlVersion = '5.36'

/** Starts LemonLDAP::NG from its unpacked files; its words go to `<folder>/lemonldap.log`. */
export async function startLemonldap({ folder, root, port }: StartLemonldap): Promise<Lemonldap> {
  const log = await open(join(folder, 'lemonldap.log'), 'w')
  const app = join(import.meta.dirname, 'portal.psgi')
  const server = spawn('perl', [`${root}/usr/bin/starman`, '--listen', `127.0.0.1:${port}`, '--workers', '2', app], {
    env: environmentOf(folder, root),
    stdio: ['ignore', log.fd, log.fd],
  })
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  await log.close()
  const issuer = `http://127.0.0.1:${port}/`
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await ended
  }
  await waitUntilReady(server, issuer).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { issuer, stop }
}

function environmentOf(folder: string, root: string): NodeJS.ProcessEnv {
  const libraries = `${root}/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  return {
    ...process.env,
    PERL5LIB: `${root}/usr/share/perl5:${libraries}/perl5/${perlVersion}`,
    LD_LIBRARY_PATH: libraries,
    LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
    LEMONLDAP_ROOT: root,
  }
}

async function waitUntilReady(server: ChildProcess, issuer: string): Promise<void> {
  const giveUpAt = performance.now() + readyWithinMs
  while (!(await answers(`${issuer}.well-known/openid-configuration`))) {
    if (server.exitCode !== null || performance.now() > giveUpAt)
      throw new Error('LemonLDAP::NG did not start; its log says why.')
    await pause(betweenTriesMs)
  }
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(readyWithinMs) }).catch(() => undefined)
  return answer?.ok ?? false
}

import { chmod, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser, type ParsedMail } from 'mailparser'
import { isAlive } from '#server/database/running-process.ts'
import { startChild } from '../../../scripts/processes/child.ts'
import { waitUntilReady } from '../../../scripts/processes/readiness.ts'
import { librariesIn } from '../../../scripts/debian.ts'
import { configureExim, eximFiles, type MailAccount, type SystemUser } from './configuration.ts'

/** A mail as Exim kept it, and its bytes. */
export type KeptMail = { raw: Buffer; mail: ParsedMail }

export type Exim = {
  /** Who trusts it, trusts this: a file in PEM. */
  certificate: string
  start(): Promise<void>
  stop(): Promise<void>
  /** All that it took, in no order. */
  mails(): Promise<KeptMail[]>
}

/** Exim refuses to be root. */
const nobody: SystemUser = { uid: 65_534, gid: 65_534 }

/** Makes Exim ready in `folder`, from its files unpacked in `root`; it does not run yet. */
export async function prepareExim(options: {
  folder: string
  root: string
  port: number
  account: MailAccount
}): Promise<Exim> {
  const { folder, root, port } = options
  const own = { uid: process.getuid?.() ?? nobody.uid, gid: process.getgid?.() ?? nobody.gid }
  const user = own.uid === 0 ? nobody : own
  await configureExim({ ...options, user })
  const program = `${root}/usr/sbin/exim4`
  // Of programs that change their user the loader ignores the libraries that are named to it.
  await chmod(program, 0o755)
  let stop = async (): Promise<void> => {}

  async function start(): Promise<void> {
    const service = {
      name: 'exim',
      command: [program, '-bdf', '-q1h', '-C', join(folder, eximFiles.configuration)],
      env: environmentOf(folder, root),
      user,
      ready: { kind: 'tcp', port },
    } as const
    const child = await startChild(service, { logFolder: folder, baseEnv: {} })
    stop = async () => {
      // Each connection has a process of its own, which outlives the first.
      if (child.identity && isAlive(child.identity.pid)) process.kill(-child.identity.pid, 'SIGTERM')
      await child.ended
    }
    await waitUntilReady(service, child)
  }

  return {
    certificate: join(folder, eximFiles.certificate),
    start,
    stop: async () => stop(),
    mails: async () => readMaildir(join(folder, eximFiles.maildir, 'new')),
  }
}

async function readMaildir(folder: string): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.map(async (name) => {
      const raw = await readFile(join(folder, name))
      return { raw, mail: await simpleParser(raw) }
    }),
  )
}

/** So that it finds its own user though nobody has installed it. */
function environmentOf(folder: string, root: string): Record<string, string> {
  return {
    LD_LIBRARY_PATH: librariesIn(root),
    LD_PRELOAD: 'libnss_wrapper.so',
    NSS_WRAPPER_PASSWD: join(folder, eximFiles.users),
    NSS_WRAPPER_GROUP: join(folder, eximFiles.groups),
  }
}

import { chmod, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser, type ParsedMail } from 'mailparser'
import { isProcessAlive } from '../../../scripts/processes/running-process.ts'
import { startServiceProcess } from '../../../scripts/processes/service-process.ts'
import { waitUntilReady } from '../../../scripts/processes/readiness.ts'
import { libraryFolderIn } from '../../../scripts/debian-packages.ts'
import { writeEximFiles, eximFiles, type MailAccount, type SystemUser } from './exim-configuration.ts'

/** An email that Exim stored: its bytes and its parsed content. */
export type StoredMail = { raw: Buffer; mail: ParsedMail }

export type EximServer = {
  /** The PEM file of the certificate. Clients must trust this certificate. */
  certificate: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Returns all accepted emails, in no particular order. */
  mails(): Promise<StoredMail[]>
}

/** The user that runs Exim, which does not run as root. */
const nobody: SystemUser = { uid: 65_534, gid: 65_534 }

/** Prepares Exim in `folder` from the files that are unpacked in `root`. Does not start Exim. */
export async function prepareExim(options: {
  folder: string
  root: string
  port: number
  account: MailAccount
}): Promise<EximServer> {
  const { folder, root, port } = options
  const own = { uid: process.getuid?.() ?? nobody.uid, gid: process.getgid?.() ?? nobody.gid }
  const user = own.uid === 0 ? nobody : own
  await writeEximFiles({ ...options, user })
  const program = `${root}/usr/sbin/exim4`
  // Removes the setuid bit, because the loader ignores LD_PRELOAD for setuid programs.
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
    const child = await startServiceProcess(service, { logFolder: folder, baseEnv: {} })
    stop = async () => {
      // Sends the signal to the process group. Each connection has a process of its own, which survives the main
      // process.
      if (child.identity && isProcessAlive(child.identity.pid)) process.kill(-child.identity.pid, 'SIGTERM')
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

async function readMaildir(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.map(async (name) => {
      const raw = await readFile(join(folder, name))
      return { raw, mail: await simpleParser(raw) }
    }),
  )
}

/**
 * Returns the environment in which Exim reads its user from the passwd file of `writeEximFiles`, because the machine
 * does not have that user.
 */
function environmentOf(folder: string, root: string): Record<string, string> {
  return {
    LD_LIBRARY_PATH: libraryFolderIn(root),
    LD_PRELOAD: 'libnss_wrapper.so',
    NSS_WRAPPER_PASSWD: join(folder, eximFiles.users),
    NSS_WRAPPER_GROUP: join(folder, eximFiles.groups),
  }
}

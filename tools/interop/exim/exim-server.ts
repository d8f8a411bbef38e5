import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser, type ParsedMail } from 'mailparser'
import { createTestCertificate } from '#test/live/test-certificate.ts'
import { isProcessAlive } from '../../../scripts/processes/running-process.ts'
import { changeOwner, findUnprivilegedUser } from '../../cluster/service-user.ts'
import { fillTemplate } from '../../fill-template.ts'
import type { DebianPrograms } from '../debian-programs.ts'
import { startProgram } from '../start-program.ts'
import type { Trial } from '../trial.ts'

export type MailAccount = { name: string; password: string }

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

type EximOptions = { folder: string; debian: DebianPrograms; port: number; account: MailAccount }

/**
 * Prepares Exim in `folder`. Does not start it. Exim accepts mail for any recipient into a maildir, only over TLS and
 * only from `account`.
 */
export async function prepareExim(trial: Trial, { folder, debian, port, account }: EximOptions): Promise<EximServer> {
  // Exim does not run as root.
  const user = findUnprivilegedUser() ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const at = (name: string): string => join(folder, name)
  for (const name of ['spool', 'logs', 'maildir']) {
    await mkdir(at(name), { recursive: true })
    await changeOwner(at(name), user)
  }
  const { cert, key } = createTestCertificate({ validDays: 2 })
  await writeFile(at('certificate.pem'), cert)
  await writeFile(at('key.pem'), key)
  await changeOwner(at('key.pem'), user)
  // Uses the user name Debian-exim, with which Debian's Exim is compiled.
  await writeFile(at('passwd'), `Debian-exim:x:${user.uid}:${user.gid}::/:/bin/false\n`)
  await writeFile(at('group'), `Debian-exim:x:${user.gid}:\nmail:x:${user.gid}:\n`)
  const { root } = debian
  const settings = fillTemplate(new URL('exim.conf', import.meta.url), { folder, root, port, ...account })
  await writeFile(at('exim.conf'), settings)
  const program = `${root}/usr/sbin/exim4`
  // Removes the setuid bit, because the loader ignores LD_PRELOAD for setuid programs.
  await chmod(program, 0o755)
  let stop = async (): Promise<void> => {}
  return {
    certificate: at('certificate.pem'),
    start: async () => {
      const child = await startProgram(trial, {
        name: 'exim',
        command: [program, '-bdf', '-q1h', '-C', at('exim.conf')],
        // Exim reads its user from the passwd file above, because the machine does not have that user.
        env: {
          ...debian.env,
          LD_PRELOAD: 'libnss_wrapper.so',
          NSS_WRAPPER_PASSWD: at('passwd'),
          NSS_WRAPPER_GROUP: at('group'),
        },
        user,
        ready: { kind: 'tcp', port },
      })
      stop = async () => {
        // Sends the signal to the process group, because each connection has its own process, which survives the main
        // process.
        if (child.identity && isProcessAlive(child.identity.pid)) process.kill(-child.identity.pid, 'SIGTERM')
        await child.ended
      }
    },
    stop: async () => stop(),
    mails: async () => readMaildir(at('maildir/new')),
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

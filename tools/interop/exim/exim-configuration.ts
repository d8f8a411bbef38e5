import { spawnSync } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type MailAccount = { name: string; password: string }

type EximOptions = { folder: string; root: string; port: number; account: MailAccount; user: SystemUser }

/** The user id and group id with which Exim runs. */
export type SystemUser = { uid: number; gid: number }

/** The names of the files and folders in Exim's folder. */
export const eximFiles = {
  configuration: 'exim.conf',
  certificate: 'certificate.pem',
  key: 'key.pem',
  users: 'passwd',
  groups: 'group',
  spool: 'spool',
  logs: 'logs',
  maildir: 'maildir',
} as const

/**
 * Writes the files of Exim. Its settings accept mail for any recipient into a maildir, only over TLS and only from
 * `account`. Also writes a self-signed certificate for localhost, and a passwd file with the user of Exim.
 */
export async function writeEximFiles(options: EximOptions): Promise<void> {
  const { folder, user } = options
  const at = (name: keyof typeof eximFiles): string => join(folder, eximFiles[name])
  for (const name of ['spool', 'logs', 'maildir'] as const) {
    await mkdir(at(name), { recursive: true })
    await chown(at(name), user.uid, user.gid)
  }
  writeCertificate(at('certificate'), at('key'))
  await chown(at('key'), user.uid, user.gid)
  // Uses the user name Debian-exim, with which Debian's Exim is compiled.
  await writeFile(at('users'), `Debian-exim:x:${user.uid}:${user.gid}::/:/bin/false\n`)
  await writeFile(at('groups'), `Debian-exim:x:${user.gid}:\nmail:x:${user.gid}:\n`)
  await writeFile(at('configuration'), settingsOf(options))
}

function writeCertificate(certificate: string, key: string): void {
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '2']
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...made, ...named], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`)
}

function settingsOf({ folder, root, port, account }: EximOptions): string {
  return `
exim_path = ${root}/usr/sbin/exim4
keep_environment = LD_LIBRARY_PATH : LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
primary_hostname = mail.example
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
spool_directory = ${join(folder, eximFiles.spool)}
log_file_path = ${join(folder, eximFiles.logs)}/%s.log
tls_advertise_hosts = *
tls_certificate = ${join(folder, eximFiles.certificate)}
tls_privatekey = ${join(folder, eximFiles.key)}
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
host_lookup =
rfc1413_hosts =
acl_smtp_rcpt = recipients
acl_smtp_data = contents

begin acl
recipients:
  require encrypted = *
  require authenticated = *
  # It would ask DNS.
  accept control = dkim_disable_verify

contents:
  require verify = header_syntax
  accept

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${account.name}}}{eq{$auth3}{${account.password}}}}}
  server_set_id = $auth2

begin routers
keep:
  driver = accept
  transport = maildir

begin transports
maildir:
  driver = appendfile
  maildir_format
  directory = ${join(folder, eximFiles.maildir)}
  envelope_to_add
  return_path_add
`
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownFolder } from './service-user.ts'

/** Files in PEM: one certificate for all nodes, its key, and the authority that both sides trust. */
export type BusCertificates = { certificate: string; key: string; authority: string }

/** Certificates of this folder's bus, made at its first start. Routes use them as clients and as servers. */
export async function busCertificates(openssl: string, folder: string): Promise<BusCertificates> {
  const own = await ownFolder(join(folder, 'certificates'), undefined)
  const at = (name: string): string => join(own, name)
  const made = { certificate: at('bus.pem'), key: at('bus.key'), authority: at('authority.pem') }
  if (existsSync(made.certificate)) return made
  const run = (...args: string[]): void => runOpenssl(openssl, args)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  run(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    at('authority.key'),
    '-out',
    made.authority,
    '-days',
    '30',
    '-subj',
    '/CN=cluster',
  )
  run('req', ...newKey, '-keyout', made.key, '-out', at('bus.csr'), '-subj', '/CN=bus')
  await writeFile(
    at('extensions'),
    'subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n',
  )
  const signer = ['-CA', made.authority, '-CAkey', at('authority.key'), '-CAcreateserial']
  run(
    'x509',
    '-req',
    '-in',
    at('bus.csr'),
    ...signer,
    '-out',
    made.certificate,
    '-days',
    '30',
    '-extfile',
    at('extensions'),
  )
  return made
}

function runOpenssl(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`)
}

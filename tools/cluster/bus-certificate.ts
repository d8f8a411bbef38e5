import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '../run-to-end.ts'
import { createPrivateFolder } from './service-user.ts'

/**
 * The paths of two PEM files: the self-signed certificate that all NATS nodes use, and its key. Nodes and clients
 * trust only this certificate.
 */
export type BusCertificate = { certificate: string; key: string }

/**
 * Returns the certificate of the bus in this folder; creates it if it is missing. The certificate is valid for servers
 * and for clients, because NATS servers connect to each other.
 */
export async function readOrCreateBusCertificate(openssl: string, folder: string): Promise<BusCertificate> {
  const processFolder = await createPrivateFolder(join(folder, 'certificates'))
  const made = { certificate: join(processFolder, 'bus.pem'), key: join(processFolder, 'bus.key') }
  if (existsSync(made.certificate)) return made
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', made.key]
  const extensions = ['subjectAltName=IP:127.0.0.1,DNS:localhost', 'extendedKeyUsage=serverAuth,clientAuth']
  const about = ['-days', '30', '-subj', '/CN=bus', ...extensions.flatMap((extension) => ['-addext', extension])]
  await runToEnd(openssl, ['req', '-x509', ...newKey, ...about, '-out', made.certificate])
  return made
}

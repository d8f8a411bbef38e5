import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ConnectionOptions } from 'node:tls'
import { type NodeConnectionOptions, credsAuthenticator } from '@nats-io/transport-node'
import { type Config, SettingError } from '#server/config.ts'
import { createCertificateHostCheck } from './certificate-host-check.ts'
import { isTlsFailure, isNatsUnauthorized, isTlsUnsupported } from './connection-errors.ts'

export type NatsSettings = NonNullable<Config['nats']>

/**
 * Returns the options for the NATS library from the settings. Reads the files that the settings name, and rejects if
 * a file cannot be read.
 * @throws SettingError if the content of a file is invalid
 */
export async function readNatsConnectionOptions(settings: NatsSettings): Promise<NodeConnectionOptions> {
  const { address, caFile, credentialsFile } = settings
  const ca = caFile === null ? null : await readCertificates(caFile)
  const credentials = credentialsFile === null ? null : await readCredentials(credentialsFile)
  return {
    servers: [...address.hosts],
    name: 'gateway-portal',
    ...signOf(address),
    ...(credentials && { authenticator: credsAuthenticator(credentials) }),
    ...tlsOf(address, ca),
  }
}

// The options for TLS. The types of the NATS library lack `checkServerIdentity`, although the library passes this
// option to Node.
type Tls = NonNullable<NodeConnectionOptions['tls']> & Pick<ConnectionOptions, 'checkServerIdentity'>

/**
 * Returns the TLS options; no options if TLS is optional. If the options are present, the NATS library requires TLS.
 */
function tlsOf({ hosts, mustEncrypt }: NatsSettings['address'], ca: string | null): Pick<NodeConnectionOptions, 'tls'> {
  if (!mustEncrypt && ca === null) return {}
  const tls: Tls = { checkServerIdentity: createCertificateHostCheck(hosts), ...(ca !== null && { ca }) }
  return { tls }
}

async function readCertificates(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  if (beginsWithCertificate(text)) return text
  throw new SettingError(`BUS_CA_FILE: ${file} holds no certificate in PEM.`)
}

function beginsWithCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

async function readCredentials(file: string): Promise<Buffer> {
  const credentials = await readFile(file)
  if (credentials.includes('-----BEGIN NATS USER JWT-----')) return credentials
  throw new SettingError(`BUS_CREDENTIALS_FILE: ${file} holds no credentials of NATS.`)
}

function signOf({ sign }: NatsSettings['address']): Partial<NodeConnectionOptions> {
  if (sign.kind === 'password') return { user: sign.user, pass: sign.password }
  return sign.kind === 'token' ? { token: sign.token } : {}
}

/**
 * Returns a function that explains why NATS or the portal refused the connection. The explanation contains no password,
 * and is null for any other error.
 */
export function createNatsErrorDescriber({ address }: NatsSettings): (error: NodeJS.ErrnoException) => string | null {
  const hosts = address.hosts.join(', ')
  return (error) => {
    if (isNatsUnauthorized(error)) return `BUS_URL: ${hosts} refuses this user or these credentials.`
    if (isTlsFailure(error))
      return `BUS_URL: the certificate of ${hosts} is not trusted (${error.code}); see BUS_CA_FILE.`
    if (isTlsUnsupported(error))
      return `BUS_URL: ${hosts} does not offer TLS; write nats:// where that is meant, and no BUS_CA_FILE.`
    return null
  }
}

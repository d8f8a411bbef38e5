/** The addresses of the NATS servers (`host:port`), and the credentials with which the portal signs in. */
export type NatsAddress = {
  hosts: readonly string[]
  /** Whether the portal rejects servers without TLS. The portal always uses TLS if a server requires it. */
  mustEncrypt: boolean
  sign: { kind: 'none' } | { kind: 'password'; user: string; password: string } | { kind: 'token'; token: string }
}

const form = /^(?<scheme>nats|tls):\/\/(?:(?<who>[^@/?#]*)@)?(?<hosts>[^@/?#]+)$/u
const defaultPort = 4222

/**
 * Parses `nats://user:password@host:port,host:port`, or `tls://…`. A user name without a password is a token, as in
 * other NATS clients. Returns undefined for a URL of another form.
 */
export function parseNatsUrl(url: string): NatsAddress | undefined {
  const { scheme = '', who, hosts = '' } = form.exec(url)?.groups ?? {}
  const addresses = hosts.split(',').map(toAddress)
  const sign = toCredentials(who)
  if (scheme === '' || sign === undefined || !addresses.every((address) => address !== undefined)) return undefined
  return { hosts: addresses, mustEncrypt: scheme === 'tls', sign }
}

function toAddress(host: string): string | undefined {
  if (host === '' || !URL.canParse(`http://${host}`)) return undefined
  const { hostname, port } = new URL(`http://${host}`)
  // Adds port 80, which `URL` omits as the default of http.
  return `${hostname}:${port === '' && !host.endsWith(':80') ? defaultPort : port || 80}`
}

function toCredentials(who: string | undefined): NatsAddress['sign'] | undefined {
  if (who === undefined) return { kind: 'none' }
  try {
    const [user = '', ...rest] = who.split(':').map(decodeURIComponent)
    if (user === '') return undefined
    return rest.length === 0 ? { kind: 'token', token: user } : { kind: 'password', user, password: rest.join(':') }
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

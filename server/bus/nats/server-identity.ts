import { isIP } from 'node:net'
import { type PeerCertificate, checkServerIdentity } from 'node:tls'

/**
 * Whether a certificate is that of a server at one of these hosts (`host:port`); answers why not. The library tells no name
 * where an address is a number, and Node then takes it for localhost: such a certificate must name one of the numbers.
 */
export function identityCheckOf(hosts: readonly string[]) {
  const names = hosts.map((host) => host.replace(/:\d+$/u, '').replaceAll(/[[\]]/gu, ''))
  const numbers = names.filter((name) => isIP(name) !== 0)
  return (name: string, certificate: PeerCertificate): Error | undefined => {
    if (name !== 'localhost' || names.includes(name)) return checkServerIdentity(name, certificate)
    const answers = numbers.map((number) => checkServerIdentity(number, certificate))
    return answers.includes(undefined) ? undefined : answers[0]
  }
}

import { isIP } from 'node:net'
import { type PeerCertificate, checkServerIdentity } from 'node:tls'

/**
 * Returns a function that checks that a certificate belongs to the server of a connection. The returned function
 * returns the error, or undefined if the certificate is right. For an IP address the NATS library passes no host name,
 * so Node passes localhost. In that case the certificate must contain one of the IP addresses in `hosts` (`host:port`).
 */
export function createCertificateHostCheck(hosts: readonly string[]) {
  const names = hosts.map((host) => host.replace(/:\d+$/u, '').replaceAll(/[[\]]/gu, ''))
  const numbers = names.filter((name) => isIP(name) !== 0)
  return (name: string, certificate: PeerCertificate): Error | undefined => {
    if (name !== 'localhost' || names.includes(name)) return checkServerIdentity(name, certificate)
    const answers = numbers.map((number) => checkServerIdentity(number, certificate))
    return answers.includes(undefined) ? undefined : answers[0]
  }
}

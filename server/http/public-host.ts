import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicHostname } from '#contract/web-address.ts'

const httpsPort = ''

/**
 * Returns whether the portal may send messages to a URL that a person or client has entered. The URL must have https,
 * the default port, and a public DNS name or address. `testOrigin` is also accepted, for tests. The addresses of a DNS
 * name are checked when the portal sends a message. Specification 23.5.
 */
export function isPublicUrl(url: string, testOrigin: string | null): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(url)
  if (username !== '' || password !== '') return false
  if (testOrigin !== null && origin === new URL(testOrigin).origin) return true
  return protocol === 'https:' && port === httpsPort && isPublicHostname(hostname)
}

const specialNetworks = new BlockList()
// The networks of IANA's special-purpose registries (RFC 6890), and the networks of IPv6 addresses that embed an IPv4
// address.
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', bits] = network.split('/')
  specialNetworks.addSubnet(address, Number(bits), 'ipv4')
}
// Assigned public IPv6 addresses are only in 2000::/3.
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address = '', bits] = network.split('/')
  specialNetworks.addSubnet(address, Number(bits), 'ipv6')
}

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialNetworks.check(address, 'ipv4')
  return family === 6 && publicIpv6.check(address, 'ipv6') && !specialNetworks.check(address, 'ipv6')
}

/**
 * Resolves the names of hosts for connections. Fails if one of the addresses is not public. The connection uses the
 * checked addresses, so later changes of the name have no effect.
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    answerPublic(hostname, addresses, options.all === true, callback)
  })
}

/** Resolves a host name to all of its addresses. */
export type AddressResolver = (hostname: string) => Promise<LookupAddress[]>

/**
 * Creates a function like Node's `dns.lookup` that resolves names with `resolve`, and fails if an address is not
 * public.
 */
export function createPublicAddressLookup(resolve: AddressResolver): LookupFunction {
  const resolveAll = callbackify(resolve)
  return (hostname, options, callback) => {
    resolveAll(hostname, (error, addresses) => {
      if (error) return callback(error, [])
      answerPublic(hostname, addresses, options.all === true, callback)
    })
  }
}

function answerPublic(
  hostname: string,
  addresses: readonly LookupAddress[],
  ...[isAll, callback]: [isAll: boolean, callback: Parameters<LookupFunction>[2]]
): void {
  const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
  if (!isPublic) return callback(new Error(`${hostname} is no host of the public internet`), [])
  if (isAll) return callback(null, [...addresses])
  const [{ address, family } = { address: '', family: 0 }] = addresses
  return callback(null, address, family)
}

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The names of networks that Fastify's `trustProxy` supports. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Returns whether a text is an address, a network such as `10.0.0.0/8`, or one of the names in `namedNetworks`. */
export function isNetworkOrAddress(text: string): boolean {
  if (Object.hasOwn(namedNetworks, text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/**
 * Creates a function that reads the client address of a request outside of routes, like Fastify's `request.ip`. This is
 * the address of the peer or, if the peer is a trusted proxy, the address in the header X-Forwarded-For. No other
 * client can set its address by this header.
 *
 * `trustedProxies`: addresses, networks such as `10.0.0.0/8`, or names of networks.
 */
export function createClientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isProxy = createTrustedProxyCheck(trustedProxies)
  return ({ socket, headers }) => {
    const forwardedAddresses = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    let address = socket.remoteAddress ?? ''
    for (const before of forwardedAddresses.map((text) => text.trim()).toReversed()) {
      if (isIP(before) === 0 || !isProxy(address)) return address
      address = before
    }
    return address
  }
}

/**
 * Creates a function that returns whether an address is a trusted proxy. `trustedProxies`: addresses, networks such
 * as `10.0.0.0/8`, or names of networks.
 */
export function createTrustedProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) for (const network of namedNetworks[proxy] ?? [proxy]) trust(trusted, network)
  return (address) => isTrusted(trusted, address)
}

function trust(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}

function isTrusted(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

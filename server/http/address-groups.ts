import { isIPv6 } from 'node:net'

/**
 * A group of addresses whose requests are counted together. `limits`: the factor by which the limit of the group is
 * higher than that of a single address.
 */
export type AddressGroup = { name: string; limits: number }

const groupsPerAddress = 8

/**
 * The networks of an IPv6 address whose requests are counted. A household has 64 bits; a site or a provider's region
 * has 48 bits. RFC 6177.
 */
const networks = [
  { bits: 64, groups: 4, limits: 1 },
  { bits: 48, groups: 3, limits: 16 },
] as const

/**
 * Returns the groups in which the requests of an IP address are counted. For IPv4 the only group is the address itself.
 * For IPv6 there are two groups: the network of 64 bits, which a household has, and the network of 48 bits, whose
 * holder has 65,536 networks of 64 bits. Specification 19.48.
 */
export function addressGroupsOf(address: string): AddressGroup[] {
  const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1]
  if (mappedAddress !== undefined) return [{ name: mappedAddress, limits: 1 }]
  const [unscoped = ''] = address.split('%')
  if (!isIPv6(unscoped)) return [{ name: address, limits: 1 }]
  const groups = groupsOf(unscoped)
  return networks.map(({ bits, groups: kept, limits }) => ({
    name: `${groups.slice(0, kept).join(':')}::/${bits}`,
    limits,
  }))
}

/** Returns the eight groups of an IPv6 address in canonical form, which URL produces. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const leftGroups = head.split(':').filter(Boolean)
  if (tail === undefined) return leftGroups
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: groupsPerAddress - leftGroups.length - right.length }, () => '0')
  return [...leftGroups, ...zeros, ...right]
}

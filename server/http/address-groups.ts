import { isIPv6 } from 'node:net'

/** Addresses that are counted together. `limits`: the group's limit as a multiple of the limit of one address. */
export type AddressGroup = { name: string; limits: number }

const groupsPerAddress = 8

/** IPv6 assigns 64 bits to the network of a household, 48 bits to a site or to a provider's region. RFC 6177. */
const networks = [
  { bits: 64, groups: 4, limits: 1 },
  { bits: 48, groups: 3, limits: 16 },
] as const

/**
 * Returns the groups in which requests of an IP address are counted. IPv4: the address itself. IPv6: its networks,
 * because a household has all addresses of 64 bits, and a holder of 48 bits has 65,536 such networks. Specification
 * 19.48.
 */
export function addressGroups(address: string): AddressGroup[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1]
  if (mapped !== undefined) return [{ name: mapped, limits: 1 }]
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
  const left = head.split(':').filter(Boolean)
  if (tail === undefined) return left
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: groupsPerAddress - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right]
}

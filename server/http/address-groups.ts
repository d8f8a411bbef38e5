import { isIPv6 } from 'node:net'

/** Those for whom an address stands when something is counted, and how many times a single one's limit they have. */
export type AddressGroup = { name: string; limits: number }

const groupsOfAddress = 8

/** What IPv6 hands out: 64 bits name the network of a household, 48 that of a site or of a provider's region. RFC 6177. */
const networks = [
  { bits: 64, groups: 4, limits: 1 },
  { bits: 48, groups: 3, limits: 16 },
] as const

/**
 * Whom an IP address stands for when requests are counted: IPv4 itself; of IPv6 its networks, since one household has
 * all addresses of 64 bits, and who has 48 bits has 65,536 such networks. Specification 19.48.
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

/** The eight groups of an IPv6 address in their canonical form, which URL knows how to make. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const left = head.split(':').filter(Boolean)
  if (tail === undefined) return left
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: groupsOfAddress - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right]
}

import { isIPv6 } from 'node:net'

const groupsOfAddress = 8
const groupsOfNetwork = 4

/**
 * Whom an IP address stands for when requests are counted: IPv4 itself, of IPv6 the first 64 bits, since one
 * household has all the addresses below them. RFC 6177.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [unscoped = ''] = address.split('%')
  if (!isIPv6(unscoped)) return address
  return `${groupsOf(unscoped).slice(0, groupsOfNetwork).join(':')}::/64`
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

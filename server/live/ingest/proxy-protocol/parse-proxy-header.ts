import { isIPv4, isIPv6 } from 'node:net'

/**
 * The client whose connection a proxy forwards. It is null for a connection of the proxy itself, such as a health
 * check.
 */
export type ProxiedClient = { address: string; port: number } | null

/**
 * The result of parsing the first bytes of a connection. `length`: the size of the header in bytes. `source`: the
 * client that the header names.
 */
export type ParsedProxyHeader =
  | { kind: 'incomplete' }
  | { kind: 'invalid' }
  | { kind: 'header'; length: number; source: ProxiedClient }

const invalid = { kind: 'invalid' } as const
const incomplete = { kind: 'incomplete' } as const

/** The longest line of version 1, with its line end. HAProxy, "The PROXY protocol", section 2.1. */
const maxLineBytes = 107
/** The first twelve bytes of version 2. HAProxy, "The PROXY protocol", section 2.2. */
const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const fixedLength = 16
/**
 * The maximum length in bytes of the part of a version 2 header after its fixed start: addresses and a few
 * extensions. The protocol allows 64 kB.
 */
const maxRestBytes = 2_048
const lineStart = Buffer.from('PROXY ', 'latin1')

/** Parses a header of the PROXY protocol, version 1 or 2, strictly. */
export function parseProxyHeader(bytes: Buffer): ParsedProxyHeader {
  if (startsLike(bytes, signature)) return bytes.length < fixedLength ? incomplete : readBinary(bytes)
  if (startsLike(bytes, lineStart)) return readLine(bytes)
  return invalid
}

/** Whether one of the buffers is equal to the start of the other. */
function startsLike(bytes: Buffer, start: Buffer): boolean {
  const length = Math.min(bytes.length, start.length)
  return bytes.subarray(0, length).equals(start.subarray(0, length))
}

function readLine(bytes: Buffer): ParsedProxyHeader {
  const end = bytes.subarray(0, maxLineBytes).indexOf('\r\n')
  if (end < 0) return bytes.length < maxLineBytes ? incomplete : invalid
  const line = bytes.toString('latin1', 0, end)
  const length = end + 2
  if (/^PROXY UNKNOWN(?: |$)/u.test(line)) return { kind: 'header', length, source: null }
  const [, family, address = '', target = '', port = '', targetPort = ''] =
    /^PROXY TCP([46]) (\S+) (\S+) (0|[1-9]\d{0,4}) (0|[1-9]\d{0,4})$/u.exec(line) ?? []
  const isAddress = family === '4' ? isIPv4 : isIPv6
  if (family === undefined || !isAddress(address) || !isAddress(target)) return invalid
  if (Number(port) > maxPort || Number(targetPort) > maxPort) return invalid
  return { kind: 'header', length, source: { address, port: Number(port) } }
}

const maxPort = 65_535
const commands = { local: 0x20, proxy: 0x21 } as const
const families = { unspecified: 0x00, tcp4: 0x11, tcp6: 0x21 } as const

function readBinary(bytes: Buffer): ParsedProxyHeader {
  const [command, family] = [bytes.readUInt8(12), bytes.readUInt8(13)]
  const rest = bytes.readUInt16BE(14)
  if (command !== commands.local && command !== commands.proxy) return invalid
  if (rest > maxRestBytes) return invalid
  const length = fixedLength + rest
  if (bytes.length < length) return incomplete
  if (command === commands.local || family === families.unspecified) return { kind: 'header', length, source: null }
  const source = sourceOf(family, bytes.subarray(fixedLength, length))
  return source === undefined ? invalid : { kind: 'header', length, source }
}

function sourceOf(family: number, rest: Buffer): ProxiedClient | undefined {
  if (family === families.tcp4 && rest.length >= 12)
    return { address: [...rest.subarray(0, 4)].join('.'), port: rest.readUInt16BE(8) }
  if (family !== families.tcp6 || rest.length < 36) return undefined
  const groups = Array.from({ length: 8 }, (_, index) => rest.readUInt16BE(2 * index).toString(16))
  return { address: new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1), port: rest.readUInt16BE(32) }
}

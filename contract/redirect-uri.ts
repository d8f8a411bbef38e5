import { parseWebAddress } from './web-address.ts'

/** The stage of a program: in the sandbox its own machine may be a redirect URI. Specification 27.8. */
export type RedirectStage = 'sandbox' | 'approved'

export const maxRedirectUriLength = 500

/** Hosts that http may name: the developer's own machine. RFC 8252, section 7.3. */
const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** A name of the public DNS: labels, then a top-level domain with a letter. So no IP address, and no single label. */
const publicName = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])$/u

/** Names that resolve only within a machine or a network. RFC 6761, RFC 6762, RFC 8375. */
const localName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|arpa|onion|invalid)$/u

/**
 * Whether a program may register a redirect URI. It must be written as the URL standard serialises it, because the
 * authorization server compares texts, and a browser changes other spellings (`127.1`, `a/../b`, upper case).
 */
export function isRedirectUri(value: string, stage: RedirectStage): boolean {
  if (value.length > maxRedirectUriLength || /[*#\\]/u.test(value)) return false
  const url = parseWebAddress(value)
  if (url === null || url.href !== value || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') return stage === 'sandbox' && loopbackHosts.includes(url.hostname)
  return url.protocol === 'https:' && publicName.test(url.hostname) && !localName.test(url.hostname)
}

import { isPublicHostname, loopbackHosts, parseWebAddress } from './web-address.ts'

/**
 * The stage of a program. In the sandbox, a redirect URI with `http` on a loopback address is also allowed.
 * Specification 27.8.
 */
export type RedirectUriStage = 'sandbox' | 'approved'

export const maxRedirectUriLength = 500

/**
 * Whether a program may register a redirect URI. The text must be exactly the URL standard's serialisation: the
 * authorization server compares texts, and a browser changes other spellings (`127.1`, `a/../b`, upper case).
 */
export function isAllowedRedirectUri(value: string, stage: RedirectUriStage): boolean {
  if (value.length > maxRedirectUriLength || /[*#\\]/u.test(value)) return false
  const url = parseWebAddress(value)
  if (url === null || url.href !== value || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') return stage === 'sandbox' && loopbackHosts.includes(url.hostname)
  return url.protocol === 'https:' && isPublicHostname(url.hostname)
}

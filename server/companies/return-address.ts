/**
 * Whether an address is one of those that a company has registered: the same host and path over HTTPS, with any query.
 * Names and passwords in an address are never needed. RFC 9700, 4.11, on open redirectors.
 */
export function isReturnAddress(uri: string, registered: readonly string[]): boolean {
  const { protocol, username, password, origin, pathname } = new URL(uri)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return registered.includes(`${origin}${pathname}`)
}

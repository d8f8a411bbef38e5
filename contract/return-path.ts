const maxLength = 2048
// Printable ASCII without space and backslash: what a parser of URLs neither strips nor turns into a slash.
const plainPath = /^\/[\x21-\x5b\x5d-\x7e]*$/
const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i
// A sign-in that returned to these would run in circles.
const signInPage = /^\/(auth|auth-complete|auth-expired|auth-failed|unauthorized)(\/|$)/i

/**
 * Where to go after signing in: `value` if it is a path of this origin, as in `/appliances/add?brand=cedar`,
 * else `/`. Specification 19.19.
 */
export function ownPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxLength || !plainPath.test(value)) return '/'
  const [path = ''] = value.split(/[?#]/, 1)
  // Once dots are resolved, `/.//host` is `//host` and `/x/../auth` is `/auth`.
  if (path.includes('//') || dotSegment.test(path) || signInPage.test(path)) return '/'
  return value
}

const maxLength = 2048
// Matches printable ASCII without space and backslash. URL parsers do not remove or convert these characters.
const plainPath = /^\/[\x21-\x5b\x5d-\x7e]*$/
const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i
// Matches pages to which a person must not return after a sign-in, because that would cause a loop.
const signInPage = /^\/(auth|auth-complete|auth-expired|auth-failed|unauthorized)(\/|$)/i

/**
 * Returns the path to open after a sign-in. This is `value`, if `value` is a path of this origin such as
 * `/appliances/add?brand=cedar` and not a page of the sign-in; otherwise `/`. Specification 19.19.
 */
export function toSafeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxLength || !plainPath.test(value)) return '/'
  const [path = ''] = value.split(/[?#]/, 1)
  // Refuses paths that mean something else after their dot segments are resolved: `/.//host` becomes `//host`, and
  // `/x/../auth` becomes `/auth`.
  if (path.includes('//') || dotSegment.test(path) || signInPage.test(path)) return '/'
  return value
}

const maxLength = 2048
// Printable ASCII without space and backslash: URL parsers neither remove these characters nor turn them into a slash.
const plainPath = /^\/[\x21-\x5b\x5d-\x7e]*$/
const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i
// Returning to these pages after a sign-in would cause a loop.
const signInPage = /^\/(auth|auth-complete|auth-expired|auth-failed|unauthorized)(\/|$)/i

/**
 * The path to open after signing in: `value` if it is a path of this origin, such as `/appliances/add?brand=cedar`,
 * otherwise `/`. Specification 19.19.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxLength || !plainPath.test(value)) return '/'
  const [path = ''] = value.split(/[?#]/, 1)
  // After resolving dots, `/.//host` is `//host` and `/x/../auth` is `/auth`.
  if (path.includes('//') || dotSegment.test(path) || signInPage.test(path)) return '/'
  return value
}

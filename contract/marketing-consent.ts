/**
 * Whether the privacy cookie `name` has version 2 and the marketing flag 1, as in
 * `cedar_privacy=version=2&marketing=1`. Specification 9.
 */
export function hasMarketingConsent(cookies: string, name: string): boolean {
  const cookie = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  if (cookie === undefined) return false
  const flags = safeDecode(cookie.slice(name.length + 1)).split('&')
  return flags.includes('version=2') && flags.includes('marketing=1')
}

/**
 * Decodes the value of a cookie, because some privacy widgets encode it. Returns a value that cannot be decoded
 * unchanged.
 */
function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return value
    throw error
  }
}

/**
 * Whether the privacy cookie, version 2, has its marketing flag at 1: `cedar_privacy=version=2&marketing=1`.
 * Specification 9.
 */
export function hasMarketingConsent(cookies: string, name: string): boolean {
  const cookie = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  if (cookie === undefined) return false
  const flags = safeDecode(cookie.slice(name.length + 1)).split('&')
  return flags.includes('version=2') && flags.includes('marketing=1')
}

/** Some privacy widgets encode the cookie; an undecodable value is used unchanged. */
function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return value
    throw error
  }
}

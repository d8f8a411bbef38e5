const mask = '***'

/** Matches the header, payload and signature of a token, or the first parts of it. RFC 7519. */
const jwt = /\beyJ[\w-]+(?:\.[\w-]*){0,2}/gu

/** Matches the credentials after a scheme of HTTP authentication. RFC 9110, section 11. */
const credentials = /\b(basic|bearer|digest|dpop|negotiate)\s+[\w.~+/=-]+/giu

/** Matches a header with cookies up to the end of its line, because any cookie may be a secret. */
const cookieHeader = /\b((?:set-)?cookie["']?\s*:\s*)[^\r\n]+/giu

/** Matches the name of a secret. The first two lines match parts of names; the last line matches whole words. */
const secretName = [
  'token|secret|passw(?:or)?d|passphrase|pwd|credential|authorization|session|sign_in|signature|verifier',
  '(?:access|device|api|session|registry|private)[-_]?(?:code|key)',
  String.raw`(?:\b|%22)(?:access|code|state|nonce)\b`,
].join('|')

const quote = String.raw`(?:\\*["']|%22)?`
const value = [
  String.raw`\\+"[^"]*`,
  String.raw`"(?:[^"\\]|\\.)*`,
  String.raw`'(?:[^'\\]|\\.)*`,
  String.raw`%22(?:(?!%22)[^\s&])*`,
  String.raw`[^\s"'&,;})\]]+`,
].join('|')

/**
 * Matches `name=value`, `name: value`, `"name":"value"` and similar texts. The lengths of names and of white space are
 * limited, so that no text makes the expression slow.
 */
const secretField = new RegExp(
  String.raw`((?:${secretName})[\w-]{0,40}${quote}\s{0,5}(?:=>?|:|%3[ad])\s{0,5}\[?)(?:${value})`,
  'giu',
)

/**
 * Match a path segment that is a token, either after a word such as `unsubscribe`, or because the segment is longer
 * than any id or file name.
 */
const namedSegment = /((?:\/|%2f)(?:unsubscribe|join|invitations)(?:\/|%2f))[^\s/?#&"'<>)]+/giu
const longSegment = /((?:\/|%2f))[\w-]{40,}(?![\w.-])/giu

/**
 * Replaces tokens, codes, keys and passwords in a text by a mask, for the logs of page and server. Specification
 * 19.17.
 */
export function maskSecrets(text: string): string {
  return text
    .replace(cookieHeader, `$1${mask}`)
    .replace(jwt, mask)
    .replace(credentials, `$1 ${mask}`)
    .replace(secretField, `$1${mask}`)
    .replace(namedSegment, `$1${mask}`)
    .replace(longSegment, `$1${mask}`)
}

/** Replaces the values of cookies by a mask. The names of the cookies remain. */
export function maskCookies(cookies: string): string {
  return cookies
    .split(';')
    .map((cookie) => cookie.split('=')[0]?.trim() ?? '')
    .filter((name) => name !== '')
    .map((name) => `${name}=${mask}`)
    .join('; ')
}

const hidden = '***'

/** Header, payload and signature of a token, or as much of it as is there. RFC 7519. */
const jwt = /\beyJ[\w-]+(\.[\w-]+){0,2}/g

const bearer = /(bearer\s+)[\w.~+/=-]+/gi

/** Parameters of a sign-in and of claims whose values nobody else may learn. */
const secretParameter =
  /\b(code|state|nonce|token|access_token|id_token|refresh_token|id_token_hint|access|userPwd|password)(["']?\s*[=:]\s*["']?)[^&\s"',;}]+/gi

/** Text without tokens, codes and passwords. Security 17. */
export function maskSecrets(text: string): string {
  return text.replace(jwt, hidden).replace(bearer, `$1${hidden}`).replace(secretParameter, `$1$2${hidden}`)
}

/** The names of the cookies alone. */
export function maskCookies(cookies: string): string {
  return cookies
    .split(';')
    .map((cookie) => cookie.split('=')[0]?.trim() ?? '')
    .filter((name) => name !== '')
    .map((name) => `${name}=${hidden}`)
    .join('; ')
}

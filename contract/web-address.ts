type WebAddress = { href: string; protocol: string; hostname: string; username: string; password: string }

type UrlOfPlatform = { new (text: string): WebAddress; canParse(text: string): boolean }

/**
 * Parses an absolute URL by the URL standard. Returns null if the URL is invalid. The type of `URL` is declared in
 * this file, because the contract is compiled without the types of browsers and of Node.
 */
export function parseWebAddress(text: string): WebAddress | null {
  const { URL } = globalThis as unknown as { URL: UrlOfPlatform }
  return URL.canParse(text) ? new URL(text) : null
}

/** The host names of the machine itself, as the URL standard serialises them. RFC 8252, section 7.3. */
export const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** Matches a name of the public DNS: at least two labels, the last one with letters, unlike an IPv4 address. */
const publicName = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/u
/** Matches a name of a private network: RFC 6761, 6762 and 8375, and common names in homes and offices. */
const privateName = /\.(?:local|localhost|internal|intranet|lan|home|corp|invalid|test|arpa|onion)$/u

/** Whether a host name, as the URL standard serialises it, is a name of the public internet. */
export function isPublicHostname(hostname: string): boolean {
  return publicName.test(hostname) && !privateName.test(hostname)
}

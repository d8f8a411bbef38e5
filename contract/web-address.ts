type WebAddress = { href: string; protocol: string; hostname: string; username: string; password: string }

type UrlOfPlatform = { parse(text: string): WebAddress | null }

/**
 * Parses an absolute address by the URL standard; null if it is none. The class is not declared where the contract is
 * checked, which is without the types of browsers and of Node.
 */
export function parseWebAddress(text: string): WebAddress | null {
  return (globalThis as unknown as { URL: UrlOfPlatform }).URL.parse(text)
}

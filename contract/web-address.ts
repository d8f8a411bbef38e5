type WebAddress = { href: string; protocol: string; hostname: string; username: string; password: string }

type UrlOfPlatform = { new (text: string): WebAddress; canParse(text: string): boolean }

/**
 * Parses an absolute address by the URL standard; null if it is none. The class is not declared where the contract is
 * checked, which is without the types of browsers and of Node.
 */
export function parseWebAddress(text: string): WebAddress | null {
  const { URL } = globalThis as unknown as { URL: UrlOfPlatform }
  return URL.canParse(text) ? new URL(text) : null
}

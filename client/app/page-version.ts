/** The script that a page was built with, as its document names it. */
const scriptOf = (html: string): string | undefined => /<script[^>]+src="([^"]+)"/u.exec(html)?.[1]

export type VersionParts = {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The script that this page runs, as its document named it; undefined where it names none. */
  ownScript: string | undefined
  /** Epoch ms. */
  now(): number
  onOutdated(): void
  warn(message: string, error: unknown): void
}

const atMostEveryMs = 30_000

/** Asks the server for its page when something is missing, and tells when it is another than this one. */
export function createVersionCheck({ fetch, ownScript, now, onOutdated, warn }: VersionParts): () => void {
  let askedAt = -Infinity

  async function compare(): Promise<void> {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    const script = response.ok ? scriptOf(await response.text()) : undefined
    if (script !== undefined && script !== ownScript) onOutdated()
  }

  return () => {
    if (ownScript === undefined || now() - askedAt < atMostEveryMs) return
    askedAt = now()
    compare().catch((error: unknown) => warn('The version of the page could not be compared', error))
  }
}

import { createSlice } from '@reduxjs/toolkit'

/** The script paths of a document. All are compared, because each single script may also exist in another build. */
const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script[^>]+src="(\/assets\/[^"]+)"/gu)].map(([, script = '']) => script)

export type VersionDependencies = {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The script paths of this page's document; empty on the development server. */
  ownScripts: readonly string[]
  /** Epoch ms. */
  now(): number
  onOutdated(): void
  warn(message: string, error: unknown): void
}

const minCheckIntervalMs = 30_000

/** When a part is missing, loads the server's page, and calls `onOutdated` if its build differs from this one. */
export function createVersionCheck({ fetch, ownScripts, now, onOutdated, warn }: VersionDependencies): () => void {
  let askedAt = -Infinity

  async function compare(): Promise<void> {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    const scripts = response.ok ? scriptsOf(await response.text()) : []
    if (scripts.some((script) => !ownScripts.includes(script))) onOutdated()
  }

  return () => {
    if (ownScripts.length === 0 || now() - askedAt < minCheckIntervalMs) return
    askedAt = now()
    compare().catch((error: unknown) => warn('The version of the page could not be compared', error))
  }
}

/** Whether the server has another build of the page, as of the last check. */
type VersionState = 'current' | 'outdated'

export const versionSlice = createSlice({
  name: 'version',
  initialState: (): VersionState => 'current',
  reducers: { versionOutdated: (): VersionState => 'outdated' },
})

export const { versionOutdated } = versionSlice.actions

const missingPartErrors = new WeakSet<object>()

/** The bundler's event for a part of the page that failed to load. */
type PreloadError = Event & { payload: Error }

/** Detects errors that mean that a part of the page could not be loaded. */
export function watchMissingParts(page: Pick<Window, 'addEventListener'>, onMissing: () => void): void {
  page.addEventListener('vite:preloadError', (event) => {
    missingPartErrors.add((event as PreloadError).payload)
    onMissing()
  })
}

/** Whether the error means that a part of the page failed to load, which is not an error of the API. */
export function isMissingPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missingPartErrors.has(error)
}

import { createSlice } from '@reduxjs/toolkit'

/** The scripts of the build that a document names: of each alone, another build may have the same. */
const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script[^>]+src="(\/assets\/[^"]+)"/gu)].map(([, script = '']) => script)

export type VersionDependencies = {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The scripts of the build that the document of this page named; none where it is served from its sources. */
  ownScripts: readonly string[]
  /** Epoch ms. */
  now(): number
  onOutdated(): void
  warn(message: string, error: unknown): void
}

const atMostEveryMs = 30_000

/** Asks the server for its page when something is missing, and tells when it is another than this one. */
export function createVersionCheck({ fetch, ownScripts, now, onOutdated, warn }: VersionDependencies): () => void {
  let askedAt = -Infinity

  async function compare(): Promise<void> {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    const scripts = response.ok ? scriptsOf(await response.text()) : []
    if (scripts.some((script) => !ownScripts.includes(script))) onOutdated()
  }

  return () => {
    if (ownScripts.length === 0 || now() - askedAt < atMostEveryMs) return
    askedAt = now()
    compare().catch((error: unknown) => warn('The version of the page could not be compared', error))
  }
}

/** Whether the server has another build of the page than this one, as far as the page has asked. */
type VersionState = 'current' | 'outdated'

export const versionSlice = createSlice({
  name: 'version',
  initialState: (): VersionState => 'current',
  reducers: { versionOutdated: (): VersionState => 'outdated' },
})

export const { versionOutdated } = versionSlice.actions

const missing = new WeakSet<object>()

/** As much of the bundler's event as is of use: a part of the page that did not come. */
type PreloadError = Event & { payload: Error }

/** Notes which errors mean that a part of the page could not be loaded. */
export function watchMissingParts(page: Pick<Window, 'addEventListener'>, onMissing: () => void): void {
  page.addEventListener('vite:preloadError', (event) => {
    missing.add((event as PreloadError).payload)
    onMissing()
  })
}

/** Whether it says that a part of the page did not come: no fault of the server's. */
export function isMissingPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error)
}

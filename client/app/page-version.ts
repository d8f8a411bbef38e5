import { createSlice } from '@reduxjs/toolkit'

/**
 * Returns the paths of all scripts of a document. All paths are compared, because two builds can have some scripts in
 * common.
 */
const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script[^>]+src="(\/assets\/[^"]+)"/gu)].map(([, script = '']) => script)

export type VersionCheckDependencies = {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The script paths of this page's document; empty on the development server. */
  ownScripts: readonly string[]
  /** Returns the present time in epoch ms. */
  now(): number
  onOutdated(): void
  warn(message: string, error: unknown): void
}

const minCheckIntervalMs = 30_000

/**
 * Returns a function that loads the server's current document, at most once in 30 s. It calls `onOutdated` if the
 * scripts of that document differ from the scripts of this page.
 */
export function createVersionCheck({ fetch, ownScripts, now, onOutdated, warn }: VersionCheckDependencies): () => void {
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

/** Whether the server had another build of the page at the last check. */
type VersionState = 'current' | 'outdated'

export const versionSlice = createSlice({
  name: 'version',
  initialState: (): VersionState => 'current',
  reducers: { versionOutdated: (): VersionState => 'outdated' },
})

export const { versionOutdated } = versionSlice.actions

const missingPartErrors = new WeakSet<object>()

/** The event of Vite for a part of the page that failed to load. */
type PreloadError = Event & { payload: Error }

/** Calls `onMissing` when a part of the app failed to load, and stores the error for `isMissingPart`. */
export function listenForMissingParts(page: Pick<Window, 'addEventListener'>, onMissing: () => void): void {
  page.addEventListener('vite:preloadError', (event) => {
    missingPartErrors.add((event as PreloadError).payload)
    onMissing()
  })
}

/** Returns whether the error was caused by a part of the app that failed to load. */
export function isMissingPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missingPartErrors.has(error)
}

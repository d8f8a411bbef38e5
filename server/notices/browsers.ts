import type { Pool } from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteBrowser } from './store.ts'
import { type RecordingDependencies, recordNotices } from './record-notices.ts'

export type BrowserDependencies = Omit<RecordingDependencies, 'now'> & { pool: Pool; clock: Clock; log: Log }

/** A sign-in from a browser, identified by the digest of a cookie. `brand` is the brand of the page. */
export type SeenBrowser = { personId: string; browserDigest: Buffer; userAgent: string; brand: string }

/** Records a notice if a person signed in from a new browser. A failure does not prevent the sign-in. */
export async function seeBrowser(
  { pool, clock, log, ...how }: BrowserDependencies,
  { personId, browserDigest, userAgent, brand }: SeenBrowser,
): Promise<void> {
  const now = clock.now()
  try {
    await inTransaction(pool, async (transaction) => {
      if (!(await noteBrowser(transaction, { personId, browserDigest, now: new Date(now) }))) return
      const event = { kind: 'new-browser', at: new Date(now).toISOString(), ...nameOfBrowser(userAgent) } as const
      const dedupe = `new-browser ${browserDigest.toString('base64url')}`
      await recordNotices(transaction, { ...how, now }, [{ personId, gatewayId: null, brand, event, dedupe }])
    })
  } catch (error) {
    log.warn({ err: error, personId }, 'A sign-in could not be told')
  }
}

/** The more specific first, because each of them also contains the later names. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
] as const

const systems = [
  [/\bAndroid\b/u, 'Android'],
  [/\biPad\b/u, 'iPadOS'],
  [/\biPhone\b/u, 'iOS'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
] as const

/** The usual name of a browser, from a fixed list: nothing of the user agent is stored or shown. Null for others. */
export function nameOfBrowser(userAgent: string): { browser: string | null; system: string | null } {
  const [, browser = null] = browsers.find(([mark]) => mark.test(userAgent)) ?? []
  const [, system = null] = systems.find(([mark]) => mark.test(userAgent)) ?? []
  return { browser, system }
}

import { inTransaction } from '#server/database/transaction.ts'
import { browserAndSystemOf } from '#server/http/browser-and-system.ts'
import { recordBrowserUse } from './store.ts'
import { type NoticeRecordingDependencies, recordNotices } from './record-notices.ts'
import type { Services } from '#server/services.ts'

export type SignInBrowserDependencies = Omit<NoticeRecordingDependencies, 'now'> &
  Pick<Services, 'pool' | 'clock' | 'log'>

/**
 * A sign-in from a browser. `browserDigest`: the digest of the cookie that identifies the browser. `brand`: the brand
 * of the page.
 */
export type BrowserSignInToRecord = { personId: string; browserDigest: Buffer; userAgent: string; brand: string }

/**
 * Records that a person signed in from a browser. If the browser is new for a person who has used another browser
 * before, also records a notice. If the recording fails, the sign-in still succeeds.
 */
export async function recordSignInBrowser(
  { pool, clock, log, ...how }: SignInBrowserDependencies,
  { personId, browserDigest, userAgent, brand }: BrowserSignInToRecord,
): Promise<void> {
  const now = clock.now()
  try {
    await inTransaction(pool, async (transaction) => {
      if (!(await recordBrowserUse(transaction, { personId, browserDigest, now: new Date(now) }))) return
      const event = { kind: 'new-browser', at: new Date(now).toISOString(), ...browserAndSystemOf(userAgent) } as const
      const dedupe = `new-browser ${browserDigest.toString('base64url')}`
      await recordNotices(transaction, { ...how, now }, [{ personId, gatewayId: null, brand, event, dedupe }])
    })
  } catch (error) {
    log.warn({ err: error, personId }, 'The notice about a sign-in could not be recorded')
  }
}

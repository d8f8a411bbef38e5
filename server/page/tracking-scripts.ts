import { randomBytes } from 'node:crypto'
import { hasMarketingConsent } from '#contract/marketing-consent.ts'
import type { TrackingSettings } from '#server/config.ts'
import { policyWithScripts } from '#server/http/security-headers.ts'
import { escapeHtml } from '#contract/escape-html.ts'

/** Before the end of the head, where the operator's scripts go. */
const headEnd = '</head>'

/** `cookies` as the header of the request has them; `privacyCookie` is the name of the brand's. */
type Visitor = { cookies: string; privacyCookie: string }

/** A document with the operator's scripts, and the policy under which they run; null where the operator has none. */
export type TrackedDocument = { html: string; policy: string }

/**
 * Puts the consent widget on the page, and the tag manager for those alone who have given marketing consent.
 * Specification 2.4 and 6.
 */
export function withTrackingScripts(
  html: string,
  { consentWidgetUrl, tagManagerUrl, origins }: TrackingSettings,
  { cookies, privacyCookie }: Visitor,
): TrackedDocument | null {
  const mayTrack = hasMarketingConsent(cookies, privacyCookie)
  const urls = [consentWidgetUrl, mayTrack ? tagManagerUrl : null].filter((url) => url !== null)
  if (urls.length === 0) return null
  const nonce = randomBytes(16).toString('base64')
  const scripts = urls.map((url) => `<script async nonce="${nonce}" src="${escapeHtml(url)}"></script>\n    `)
  return {
    html: html.replace(headEnd, () => scripts.join('') + headEnd),
    policy: policyWithScripts({ nonce, origins }),
  }
}

import { randomBytes } from 'node:crypto'
import { hasMarketingConsent } from '#contract/marketing-consent.ts'
import type { TrackingSettings } from '#server/config.ts'
import { contentSecurityPolicyWithScripts } from '#server/http/security-headers.ts'
import { escapeHtml } from '#contract/escape-html.ts'

/** The end of the head. The operator's scripts are inserted before it. */
const headEnd = '</head>'

/**
 * The cookies of the person who opens the page. `cookies` is the header of the request, `privacyCookie` the name of the
 * cookie with the consent.
 */
type Visitor = { cookies: string; privacyCookie: string }

/** A document with the operator's scripts, and its content security policy. */
export type DocumentWithTrackingScripts = { html: string; policy: string }

/**
 * Adds the script of the consent widget to a document. For people with marketing consent, also adds the script of the
 * tag manager. Returns null if it adds no script. Specification 2.4 and 6.
 */
export function addTrackingScripts(
  html: string,
  { consentWidgetUrl, tagManagerUrl, origins }: TrackingSettings,
  { cookies, privacyCookie }: Visitor,
): DocumentWithTrackingScripts | null {
  const mayTrack = hasMarketingConsent(cookies, privacyCookie)
  const urls = [consentWidgetUrl, mayTrack ? tagManagerUrl : null].filter((url) => url !== null)
  if (urls.length === 0) return null
  const nonce = randomBytes(16).toString('base64')
  const scripts = urls.map((url) => `<script async nonce="${nonce}" src="${escapeHtml(url)}"></script>\n    `)
  return {
    html: html.replace(headEnd, () => scripts.join('') + headEnd),
    policy: contentSecurityPolicyWithScripts({ nonce, origins }),
  }
}

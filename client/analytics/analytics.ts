import { hasMarketingConsent } from '#contract/marketing-consent.ts'
import type { AnalyticsEvent } from './analytics-event.ts'

/** `window.dataLayer`. Specification 17.2. */
export type DataLayer = { push(event: AnalyticsEvent): unknown }

declare global {
  interface Window {
    /** Where the brand's analytics script is on the page. */
    dataLayer?: DataLayer
  }
}

export type AnalyticsParts = {
  /** `document.cookie`, read anew for each event: consent may be withdrawn. */
  cookies(): string
  /** The name of the brand's privacy cookie. */
  privacyCookie: string
  /** Undefined where no analytics script is on the page. */
  dataLayer(): DataLayer | undefined
}

export type Analytics = {
  /** Whether an event would be heard now. */
  mayReport(): boolean
  report(event: AnalyticsEvent): void
}

/** Reports events, with marketing consent only. Specification 6 and 9. */
export function createAnalytics({ cookies, privacyCookie, dataLayer }: AnalyticsParts): Analytics {
  const heard = () => (hasMarketingConsent(cookies(), privacyCookie) ? dataLayer() : undefined)
  return {
    mayReport: () => heard() !== undefined,
    report: (event) => void heard()?.push(event),
  }
}

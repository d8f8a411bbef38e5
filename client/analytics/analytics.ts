import { hasMarketingConsent } from '#contract/marketing-consent.ts'

/** The queue `window.dataLayer`, which the brand's analytics script reads. Specification 17.2. */
export type DataLayer = { push(event: AnalyticsEvent): unknown }

declare global {
  interface Window {
    /** Present if the brand's analytics script is on the page. */
    dataLayer?: DataLayer
  }
}

export type AnalyticsDependencies = {
  /** Returns `document.cookie`. Called for each event, because the person may withdraw the consent. */
  cookies(): string
  /** The name of the brand's privacy cookie. */
  privacyCookie: string
  /** Returns `window.dataLayer`; undefined if the page has no analytics script. */
  dataLayer(): DataLayer | undefined
}

export type Analytics = {
  /** Whether `report` currently sends events: the page has an analytics script and the person's marketing consent. */
  mayReport(): boolean
  report(event: AnalyticsEvent): void
}

/**
 * Creates the functions that send analytics events, if the person has given marketing consent. Specification 6 and 9.
 */
export function createAnalytics({ cookies, privacyCookie, dataLayer }: AnalyticsDependencies): Analytics {
  const layerWithConsent = () => {
    const layer = dataLayer()
    // Checks for the script first. To read cookies, a browser must call another of its processes; pages without
    // analytics avoid this call.
    return layer && hasMarketingConsent(cookies(), privacyCookie) ? layer : undefined
  }
  return {
    mayReport: () => layerWithConsent() !== undefined,
    report: (event) => void layerWithConsent()?.push(event),
  }
}

/** An event that the brand's analytics script gets. Specification 9. */
export type AnalyticsEvent =
  | { event: 'add_appliance_form_submit_success' }
  | { event: 'add_appliance_form_cancel' }
  | { event: 'appliance_address_form_submit_success' }
  | { event: 'service_provider_form_submit_success' }
  | { event: 'service_provider_form_cancel_edit' }
  | { event: 'service_provider_form_decline_invitation' }
  | { event: 'invitation_accept' }
  | { event: 'customer_support_form_submit_success' }
  | FormFailureEvent
  | { event: 'login'; user_id: string }

/**
 * The event of a form that was submitted with invalid fields. `errors` has the first broken rule of each field, never
 * the typed values. Specification 5.
 */
export type FormFailureEvent = {
  event:
    | 'appliance_address_form_submit_failure'
    | 'service_provider_form_submit_failure'
    | 'service_provider_consent_form_submit_failure'
    | 'customer_support_form_submit_failure'
  errors: Record<string, string>
}

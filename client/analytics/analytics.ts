import { hasMarketingConsent } from '#contract/marketing-consent.ts'

/** `window.dataLayer`. Specification 17.2. */
export type DataLayer = { push(event: AnalyticsEvent): unknown }

declare global {
  interface Window {
    /** Present if the brand's analytics script is on the page. */
    dataLayer?: DataLayer
  }
}

export type AnalyticsDependencies = {
  /** `document.cookie`, read for each event, because consent may be withdrawn. */
  cookies(): string
  /** The name of the brand's privacy cookie. */
  privacyCookie: string
  /** Undefined without an analytics script on the page. */
  dataLayer(): DataLayer | undefined
}

export type Analytics = {
  /** Whether events are currently reported. */
  mayReport(): boolean
  report(event: AnalyticsEvent): void
}

/** Reports events only with marketing consent. Specification 6 and 9. */
export function createAnalytics({ cookies, privacyCookie, dataLayer }: AnalyticsDependencies): Analytics {
  const layerWithConsent = () => {
    const layer = dataLayer()
    // Checks the script first, because reading cookies needs a call to another process, which pages without analytics avoid.
    return layer && hasMarketingConsent(cookies(), privacyCookie) ? layer : undefined
  }
  return {
    mayReport: () => layerWithConsent() !== undefined,
    report: (event) => void layerWithConsent()?.push(event),
  }
}

/** An event of a form or an account. Specification 9. */
export type AnalyticsEvent =
  | { event: 'add_appliance_form_submit_success' }
  | { event: 'add_appliance_form_cancel' }
  | { event: 'appliance_address_form_submit_success' }
  | { event: 'service_provider_form_submit_success' }
  | { event: 'service_provider_form_cancel_edit' }
  | { event: 'service_provider_form_decline_invitation' }
  | { event: 'invitation_accept' }
  | { event: 'customer_support_form_submit_success' }
  | FormFailure
  | { event: 'login'; user_id: string }

/**
 * The form was submitted with invalid fields: the first broken rule of each, never the typed values. Specification 5.
 */
export type FormFailure = {
  event:
    | 'appliance_address_form_submit_failure'
    | 'service_provider_form_submit_failure'
    | 'service_provider_consent_form_submit_failure'
    | 'customer_support_form_submit_failure'
  errors: Record<string, string>
}

/** What happened in a form or an account. Specification 9. */
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

/** A form sent with fields in error: the rule that each broke first, never what was typed. Specification 5. */
export type FormFailure = {
  event:
    | 'appliance_address_form_submit_failure'
    | 'service_provider_form_submit_failure'
    | 'service_provider_consent_form_submit_failure'
    | 'customer_support_form_submit_failure'
  errors: Record<string, string>
}

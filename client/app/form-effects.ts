import type { FormFailure } from '#client/analytics/analytics.ts'
import { type FormName, formRefused, providerFormCancelled } from '#client/appliances/appliance-events.ts'
import { invitationDeclined } from '#client/appliances/invitation-slice.ts'
import type { EffectParts, Listeners } from './effects.ts'

const failureEvents: Readonly<Record<FormName, FormFailure['event']>> = {
  appliance_address: 'appliance_address_form_submit_failure',
  service_provider: 'service_provider_form_submit_failure',
  service_provider_consent: 'service_provider_consent_form_submit_failure',
  customer_support: 'customer_support_form_submit_failure',
}

/** What the brand's analytics hear of forms that were given up or sent with errors. Specification 5 and 9. */
export function followForms({ startListening }: Listeners, { report }: Pick<EffectParts, 'report'>): void {
  startListening({
    actionCreator: formRefused,
    effect: ({ payload: { form, errors } }) => report({ event: failureEvents[form], errors }),
  })
  startListening({
    actionCreator: providerFormCancelled,
    effect: () => report({ event: 'service_provider_form_cancel_edit' }),
  })
  startListening({
    actionCreator: invitationDeclined,
    effect: () => report({ event: 'service_provider_form_decline_invitation' }),
  })
}

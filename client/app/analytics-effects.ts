import { isFulfilled } from '@reduxjs/toolkit'
import { loadUser, selectUser } from '#client/account/account-slice.ts'
import type { AnalyticsEvent, FormFailureEvent } from '#client/analytics/analytics.ts'
import {
  addAppliance,
  addProvider,
  addSupport,
  loadAppliances,
  saveAddress,
} from '#client/appliances/state/appliance-calls.ts'
import {
  type FormName,
  invalidFormSubmitted,
  providerFormCancelled,
} from '#client/appliances/state/appliance-events.ts'
import { addEditingCancelled } from '#client/appliances/state/appliances-slice.ts'
import { invitationDeclined, isCompanyOfInvitation } from '#client/appliances/state/invitation-slice.ts'
import { signedOut } from '#client/sign-in/session.ts'
import type { EffectDependencies, EffectListeners } from './effects.ts'

const refusalEvents: Readonly<Record<FormName, FormFailureEvent['event']>> = {
  appliance_address: 'appliance_address_form_submit_failure',
  service_provider: 'service_provider_form_submit_failure',
  service_provider_consent: 'service_provider_consent_form_submit_failure',
  customer_support: 'customer_support_form_submit_failure',
}

/** The actions that are reported to analytics, each with its event. */
const formEvents = [
  [addAppliance.fulfilled, 'add_appliance_form_submit_success'],
  [addEditingCancelled, 'add_appliance_form_cancel'],
  [saveAddress.fulfilled, 'appliance_address_form_submit_success'],
  [addProvider.fulfilled, 'service_provider_form_submit_success'],
  [providerFormCancelled, 'service_provider_form_cancel_edit'],
  [invitationDeclined, 'service_provider_form_decline_invitation'],
  [addSupport.fulfilled, 'customer_support_form_submit_success'],
] as const satisfies (readonly [object, AnalyticsEvent['event']])[]

type AnalyticsEffectDependencies = Pick<EffectDependencies, 'report' | 'mayReport' | 'tabStorage'>

/** Reports forms and logins to the brand's analytics. Specification 5 and 9. */
export function startAnalyticsEffects(
  { startListening }: EffectListeners,
  dependencies: AnalyticsEffectDependencies,
): void {
  const { report } = dependencies
  for (const [happened, event] of formEvents) {
    startListening({ predicate: (action) => happened.match(action), effect: () => report({ event }) })
  }
  startListening({
    actionCreator: invalidFormSubmitted,
    effect: ({ payload: { form, errors } }) => report({ event: refusalEvents[form], errors }),
  })
  startListening({
    predicate: (action, _, { invitation }) =>
      addProvider.fulfilled.match(action) && isCompanyOfInvitation(invitation, action.meta.arg.companyId),
    effect: () => report({ event: 'invitation_accept' }),
  })
  followLogin({ startListening }, dependencies)
}

/** The key in session storage for the `sub` of the user whose login this tab has reported. */
const storageKey = 'loginReported'

/**
 * Reports a login once for each tab and user, not at each page load. Without marketing consent, the report waits
 * until the user or the list is read again. Specification 9.11.
 */
function followLogin(
  { startListening }: Pick<EffectListeners, 'startListening'>,
  { report, mayReport, tabStorage }: AnalyticsEffectDependencies,
): void {
  startListening({
    matcher: isFulfilled(loadUser, loadAppliances),
    effect: (_, { getState }) => {
      const sub = selectUser(getState())?.sub
      if (sub === undefined || tabStorage.getItem(storageKey) === sub || !mayReport()) return
      tabStorage.setItem(storageKey, sub)
      report({ event: 'login', user_id: sub })
    },
  })
  startListening({ actionCreator: signedOut, effect: () => tabStorage.removeItem(storageKey) })
}

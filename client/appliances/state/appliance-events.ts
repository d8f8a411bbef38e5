import { createAction } from '@reduxjs/toolkit'
import type { ExportNotification } from '#contract/event-bus.ts'

/** The forms whose use is reported to the brand's analytics. Specification 9. */
export type FormName = 'appliance_address' | 'service_provider' | 'service_provider_consent' | 'customer_support'

/** `errors`: the first broken rule of each field, never the typed values. Specification 5. */
type FormRejection = { form: FormName; errors: Record<string, string> }

/** Dispatched when the person submits a form with invalid fields. */
export const invalidFormSubmitted = createAction<FormRejection>('forms/refused')

/** Dispatched when the owner cancels the form for the selected service provider. */
export const providerFormCancelled = createAction<{ id: string }>('appliances/providerFormCancelled')

/** Reduces the errors of react-hook-form to the first broken rule per field. */
export function firstBrokenRulesOf(errors: object): Record<string, string> {
  const rules = Object.entries(errors as Record<string, { message?: string } | undefined>)
  return Object.fromEntries(rules.map(([field, error]) => [field, error?.message ?? 'invalid']))
}

/**
 * Dispatched when the server sends a notification that an appliance's service settings or name have changed.
 * Specification 14.3.
 */
export const serviceChangeNotified = createAction<{ id: string; seq: number }>('appliances/serviceNotified')

/**
 * Dispatched when the server sends the progress of an export. This action is not in the slice of exports, because
 * that slice is loaded only with its page.
 */
export const exportPushed = createAction<ExportNotification>('dataExports/exportPushed')

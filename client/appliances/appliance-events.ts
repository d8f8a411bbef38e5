import { createAction } from '@reduxjs/toolkit'
import type { ExportNotification } from '#contract/push.ts'

/** The forms whose use the brand's analytics hear of. Specification 9. */
export type FormName = 'appliance_address' | 'service_provider' | 'service_provider_consent' | 'customer_support'

/** `errors`: the rule that each field broke first, never what was typed. Specification 5. */
type FormRejection = { form: FormName; errors: Record<string, string> }

/** A form was submitted with fields in error. */
export const formRefused = createAction<FormRejection>('forms/refused')

/** The owner gave up adding the selected service provider. */
export const providerFormCancelled = createAction<{ id: string }>('appliances/providerFormCancelled')

/** Whatever react-hook-form reports, as the first broken rule per field. */
export function brokenRules(errors: object): Record<string, string> {
  const rules = Object.entries(errors as Record<string, { message?: string } | undefined>)
  return Object.fromEntries(rules.map(([field, error]) => [field, error?.message ?? 'invalid']))
}

/** The server told how far a request has come; apart from the slice, which is loaded with its page. */
export const exportPushed = createAction<ExportNotification>('dataExports/exportPushed')

import type { Messages } from '@lingui/core'
import { catalogLoader } from './translation.ts'

// These catalogs are loaded on demand, by the component that needs them.

/** Texts for adding an appliance. */
export const loadClaimTexts = catalogLoader(
  import.meta.glob<Messages>('./claim-catalogs/*.json', { import: 'default' }),
)

/** Texts of the help: questions and answers, contact, and the accessibility statement. */
export const loadHelpTexts = catalogLoader(import.meta.glob<Messages>('./help-catalogs/*.json', { import: 'default' }))

/** Texts for an appliance's history. */
export const loadHistoryTexts = catalogLoader(
  import.meta.glob<Messages>('./history-catalogs/*.json', { import: 'default' }),
)

/** Texts for exports, their chart and periods; histories share them. */
export const loadDataExportTexts = catalogLoader(
  import.meta.glob<Messages>('./data-export-catalogs/*.json', { import: 'default' }),
)

/** Texts about who has access to an appliance, and for invitations. */
export const loadAccessTexts = catalogLoader(
  import.meta.glob<Messages>('./access-catalogs/*.json', { import: 'default' }),
)

/** Texts for the account of a person. */
export const loadAccountTexts = catalogLoader(
  import.meta.glob<Messages>('./account-catalogs/*.json', { import: 'default' }),
)

/** Texts for all data about a person. */
export const loadPersonalDataTexts = catalogLoader(
  import.meta.glob<Messages>('./personal-data-catalogs/*.json', { import: 'default' }),
)

/** Texts for the list of sessions. */
export const loadSessionTexts = catalogLoader(
  import.meta.glob<Messages>('./session-catalogs/*.json', { import: 'default' }),
)

/** Texts for push messages in this browser. */
export const loadPushTexts = catalogLoader(import.meta.glob<Messages>('./push-catalogs/*.json', { import: 'default' }))

/** Texts around accepting the terms, and around other legal documents. */
export const loadTermsTexts = catalogLoader(
  import.meta.glob<Messages>('./terms-catalogs/*.json', { import: 'default' }),
)

/** Texts of a card's address form and support tab, which few people open. */
export const loadTabTexts = catalogLoader(import.meta.glob<Messages>('./tab-catalogs/*.json', { import: 'default' }))

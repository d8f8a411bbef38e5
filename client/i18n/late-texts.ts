import type { Messages } from '@lingui/core'
import { catalogLoader } from './translation.ts'

// These catalogs are loaded on demand, by the components that need them.

/** Texts for adding an appliance. */
export const loadClaimTexts = catalogLoader(
  import.meta.glob<Messages>('./*/claim.json', { base: '../../texts', import: 'default' }),
)

/** Texts of the help: questions and answers, contact, and the accessibility statement. */
export const loadHelpTexts = catalogLoader(
  import.meta.glob<Messages>('./*/help.json', { base: '../../texts', import: 'default' }),
)

/** Texts for an appliance's history. */
export const loadHistoryTexts = catalogLoader(
  import.meta.glob<Messages>('./*/history.json', { base: '../../texts', import: 'default' }),
)

/** Texts for exports, their chart and periods; histories share them. */
export const loadDataExportTexts = catalogLoader(
  import.meta.glob<Messages>('./*/data-export.json', { base: '../../texts', import: 'default' }),
)

/** Texts about who has access to an appliance, and for invitations. */
export const loadAccessTexts = catalogLoader(
  import.meta.glob<Messages>('./*/access.json', { base: '../../texts', import: 'default' }),
)

/** Texts of receipts of consents. */
export const loadReceiptTexts = catalogLoader(
  import.meta.glob<Messages>('../../texts/*/receipts.json', { import: 'default' }),
)

/** Texts for the account of a person. */
export const loadAccountTexts = catalogLoader(
  import.meta.glob<Messages>('./*/account.json', { base: '../../texts', import: 'default' }),
)

/** Texts for all data about a person. */
export const loadPersonalDataTexts = catalogLoader(
  import.meta.glob<Messages>('./*/personal-data.json', { base: '../../texts', import: 'default' }),
)

/** Texts for the list of sessions. */
export const loadSessionTexts = catalogLoader(
  import.meta.glob<Messages>('./*/sessions.json', { base: '../../texts', import: 'default' }),
)

/** Texts for push messages in this browser. */
export const loadPushTexts = catalogLoader(
  import.meta.glob<Messages>('./*/push.json', { base: '../../texts', import: 'default' }),
)

/** Texts around accepting the terms, and around other legal documents. */
export const loadTermsTexts = catalogLoader(
  import.meta.glob<Messages>('./*/terms.json', { base: '../../texts', import: 'default' }),
)

/** Texts of the forms and the support tab of a card, which few people open. */
export const loadTabTexts = catalogLoader(
  import.meta.glob<Messages>('./*/tabs.json', { base: '../../texts', import: 'default' }),
)

/** Texts for the question of a third party. */
export const loadSharingTexts = catalogLoader(
  import.meta.glob<Messages>('./*/sharing.json', { base: '../../texts', import: 'default' }),
)

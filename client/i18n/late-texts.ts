import type { Messages } from '@lingui/core'
import { catalogLoader } from './translation.ts'

// The loaders of texts that are not loaded with the first view. The components that need the texts call them.

export const loadClaimTexts = catalogLoader(
  import.meta.glob<Messages>('./*/claim.json', { base: '../../texts', import: 'default' }),
)

/** Texts of the help, the contact and the accessibility statement. */
export const loadHelpTexts = catalogLoader(
  import.meta.glob<Messages>('./*/help.json', { base: '../../texts', import: 'default' }),
)

export const loadHistoryTexts = catalogLoader(
  import.meta.glob<Messages>('./*/history.json', { base: '../../texts', import: 'default' }),
)

/** Texts of exports, their chart and their periods. The history of an appliance also uses them. */
export const loadDataExportTexts = catalogLoader(
  import.meta.glob<Messages>('./*/data-export.json', { base: '../../texts', import: 'default' }),
)

/** Texts about the people with access to an appliance, and about invitations. */
export const loadAccessTexts = catalogLoader(
  import.meta.glob<Messages>('./*/access.json', { base: '../../texts', import: 'default' }),
)

export const loadReceiptTexts = catalogLoader(
  import.meta.glob<Messages>('../../texts/*/receipts.json', { import: 'default' }),
)

export const loadAccountTexts = catalogLoader(
  import.meta.glob<Messages>('./*/account.json', { base: '../../texts', import: 'default' }),
)

/** Texts of the export of all data about a person. */
export const loadPersonalDataTexts = catalogLoader(
  import.meta.glob<Messages>('./*/personal-data.json', { base: '../../texts', import: 'default' }),
)

export const loadSessionTexts = catalogLoader(
  import.meta.glob<Messages>('./*/sessions.json', { base: '../../texts', import: 'default' }),
)

export const loadPushTexts = catalogLoader(
  import.meta.glob<Messages>('./*/push.json', { base: '../../texts', import: 'default' }),
)

/** Texts of the pages for accepting the terms, and of other legal documents. */
export const loadTermsTexts = catalogLoader(
  import.meta.glob<Messages>('./*/terms.json', { base: '../../texts', import: 'default' }),
)

/** Texts of the forms and the support tab of a card, which few people open. */
export const loadTabTexts = catalogLoader(
  import.meta.glob<Messages>('./*/tabs.json', { base: '../../texts', import: 'default' }),
)

/** Texts of the request by which a third party asks for data. */
export const loadSharingTexts = catalogLoader(
  import.meta.glob<Messages>('./*/sharing.json', { base: '../../texts', import: 'default' }),
)

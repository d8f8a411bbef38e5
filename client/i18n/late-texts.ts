import type { Messages } from '@lingui/core'
import { createCatalogLoader } from './translation.ts'

// The loaders of texts that are not loaded with the first view. The components that need the texts call them.

export const loadClaimTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/claim.json', { base: '../../texts', import: 'default' }),
)

/** Loads the texts of the help, the contact and the accessibility statement. */
export const loadHelpTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/help.json', { base: '../../texts', import: 'default' }),
)

export const loadHistoryTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/history.json', { base: '../../texts', import: 'default' }),
)

/** Loads the texts of exports, their chart and their periods. The history of an appliance also uses them. */
export const loadDataExportTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/data-export.json', { base: '../../texts', import: 'default' }),
)

/** Loads the texts about the people with access to an appliance, and about invitations. */
export const loadAccessTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/access.json', { base: '../../texts', import: 'default' }),
)

export const loadReceiptTexts = createCatalogLoader(
  import.meta.glob<Messages>('../../texts/*/receipts.json', { import: 'default' }),
)

export const loadAccountTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/account.json', { base: '../../texts', import: 'default' }),
)

/** Loads the texts of the export of all data about a person. */
export const loadPersonalDataTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/personal-data.json', { base: '../../texts', import: 'default' }),
)

export const loadSessionTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/sessions.json', { base: '../../texts', import: 'default' }),
)

export const loadPushTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/push.json', { base: '../../texts', import: 'default' }),
)

/** Loads the texts of the pages for accepting the terms, and of other legal documents. */
export const loadTermsTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/terms.json', { base: '../../texts', import: 'default' }),
)

/** Loads the texts of the forms and the support tab of a card, which few people open. */
export const loadCardTabTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/tabs.json', { base: '../../texts', import: 'default' }),
)

/** Loads the texts of the request by which a third party asks for data. */
export const loadSharingTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/sharing.json', { base: '../../texts', import: 'default' }),
)

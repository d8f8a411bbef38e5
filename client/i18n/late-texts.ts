import type { Messages } from '@lingui/core'
import { createCatalogLoader } from './translation.ts'

// The loaders of texts that are not loaded with the first view. The components that need the texts call them.

const files = import.meta.glob<Messages>(
  './*/{access,account,claim,data-export,help,history,personal-data,push,receipts,sessions,sharing,tabs,terms}.json',
  { base: '../../texts', import: 'default' },
)

/** Loads the texts about the people with access to an appliance, and about invitations. */
export const loadAccessTexts = createCatalogLoader(files, 'access')

export const loadAccountTexts = createCatalogLoader(files, 'account')

export const loadClaimTexts = createCatalogLoader(files, 'claim')

/** Loads the texts of exports, their chart and their periods. The history of an appliance also uses them. */
export const loadDataExportTexts = createCatalogLoader(files, 'data-export')

/** Loads the texts of the help, the contact and the accessibility statement. */
export const loadHelpTexts = createCatalogLoader(files, 'help')

export const loadHistoryTexts = createCatalogLoader(files, 'history')

/** Loads the texts of the export of all data about a person. */
export const loadPersonalDataTexts = createCatalogLoader(files, 'personal-data')

export const loadPushTexts = createCatalogLoader(files, 'push')

export const loadReceiptTexts = createCatalogLoader(files, 'receipts')

export const loadSessionTexts = createCatalogLoader(files, 'sessions')

/** Loads the texts of the request by which a third party asks for data. */
export const loadSharingTexts = createCatalogLoader(files, 'sharing')

/** Loads the texts of the forms and the support tab of a card, which few people open. */
export const loadCardTabTexts = createCatalogLoader(files, 'tabs')

/** Loads the texts of the pages for accepting the terms, and of other legal documents. */
export const loadTermsTexts = createCatalogLoader(files, 'terms')

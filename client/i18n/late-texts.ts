import type { Messages } from '@lingui/core'
import { catalogLoader } from './translation.ts'

// Catalogs of their own for what few people need, or need once; the page asks for one where it shows a part of it.

/** What the page says while an appliance is added. */
export const loadClaimTexts = catalogLoader(
  import.meta.glob<Messages>('./claim-catalogs/*.json', { import: 'default' }),
)

/** Questions and answers, how to reach the brand, and what holds for accessibility. */
export const loadHelpTexts = catalogLoader(import.meta.glob<Messages>('./help-catalogs/*.json', { import: 'default' }))

/** What the page says of an appliance's history. */
export const loadHistoryTexts = catalogLoader(
  import.meta.glob<Messages>('./history-catalogs/*.json', { import: 'default' }),
)

/** What the page says of exports, and of their chart and its periods, which histories share. */
export const loadDataExportTexts = catalogLoader(
  import.meta.glob<Messages>('./data-export-catalogs/*.json', { import: 'default' }),
)

/** What the page says of a person's account. */
export const loadAccountTexts = catalogLoader(
  import.meta.glob<Messages>('./account-catalogs/*.json', { import: 'default' }),
)

/** What the page says about pushes in this browser. */
export const loadPushTexts = catalogLoader(import.meta.glob<Messages>('./push-catalogs/*.json', { import: 'default' }))

/** What the page says around terms, where they are accepted, and around other legal documents. */
export const loadTermsTexts = catalogLoader(
  import.meta.glob<Messages>('./terms-catalogs/*.json', { import: 'default' }),
)

/** What a card says in the form of its address and in the tab of customer support, which are opened by few. */
export const loadTabTexts = catalogLoader(import.meta.glob<Messages>('./tab-catalogs/*.json', { import: 'default' }))

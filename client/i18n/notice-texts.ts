import type { Messages } from '@lingui/core'
import { createCatalogLoader } from './translation.ts'

// These loaders are not in late-texts.ts, because they are loaded together with the bell. To open the bell, the app
// then loads only the texts.

/** Texts about faults. */
export const loadFaultTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/fault-words.json', { base: '../../texts', import: 'default' }),
)

/** Texts of notices. The page, emails and push messages use the same ones. */
export const loadNoticeTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/notices.json', { base: '../../texts', import: 'default' }),
)

/** Texts of the list and the settings of notices. */
export const loadNoticeScreenTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/notice-screens.json', { base: '../../texts', import: 'default' }),
)

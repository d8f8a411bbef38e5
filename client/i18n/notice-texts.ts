import type { Messages } from '@lingui/core'
import { createCatalogLoader } from './translation.ts'

// These loaders are not in late-texts.ts, because a fault or the bell needs them before the other texts.

/** Loads the texts about faults. */
export const loadFaultTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/fault-words.json', { base: '../../texts', import: 'default' }),
)

/** Loads the texts of notices. The page, emails and push messages use the same ones. */
const loadNoticeTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/notices.json', { base: '../../texts', import: 'default' }),
)

/** Loads the texts of the list and the settings of notices. */
const loadNoticeScreenTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/notice-screens.json', { base: '../../texts', import: 'default' }),
)

/** All that the bell and the list of notices need. */
export const noticeTextLoaders = [loadFaultTexts, loadNoticeTexts, loadNoticeScreenTexts]

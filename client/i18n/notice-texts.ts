import type { Messages } from '@lingui/core'
import { catalogLoader } from './translation.ts'

// Separate from late-texts.ts: these loaders are available with the bell, so that opening it only waits for the
// catalogs.

/** Texts about faults. */
export const loadFaultTexts = catalogLoader(
  import.meta.glob<Messages>('./*/fault-words.json', { base: '../../texts', import: 'default' }),
)

/** Texts of notices, the same in the page, in emails and in push messages. */
export const loadNoticeTexts = catalogLoader(
  import.meta.glob<Messages>('./*/notices.json', { base: '../../texts', import: 'default' }),
)

/** Texts around notices: their list and their settings. */
export const loadNoticeScreenTexts = catalogLoader(
  import.meta.glob<Messages>('./*/notice-screens.json', { base: '../../texts', import: 'default' }),
)

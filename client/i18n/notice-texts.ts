import type { Messages } from '@lingui/core'
import { createCatalogLoader } from './translation.ts'

// The following loaders are not in late-texts.ts, because a fault or the bell needs their texts before the other late
// texts.

const files = import.meta.glob<Messages>('./*/{fault-words,notices,notice-screens}.json', {
  base: '../../texts',
  import: 'default',
})

/** Loads the texts about faults. */
export const loadFaultTexts = createCatalogLoader(files, 'fault-words')

/** Loads the texts of notices. The page, emails and push messages use the same texts. */
const loadNoticeTexts = createCatalogLoader(files, 'notices')

/** Loads the texts of the list and the settings of notices. */
const loadNoticeScreenTexts = createCatalogLoader(files, 'notice-screens')

/** The loaders of all texts that the bell and the list of notices need. */
export const noticeTextLoaders = [loadFaultTexts, loadNoticeTexts, loadNoticeScreenTexts]

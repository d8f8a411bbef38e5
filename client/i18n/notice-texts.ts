import type { Messages } from '@lingui/core'
import { catalogLoader } from './translation.ts'

// Apart from the other late texts: these are at hand with the bell, so that who opens it waits for the catalogs alone.

/** What the page says about faults. */
export const loadFaultTexts = catalogLoader(
  import.meta.glob<Messages>('../../contract/fault-catalogs/*.json', { import: 'default' }),
)

/** What notices say, in the page as in mails and pushes. */
export const loadNoticeTexts = catalogLoader(
  import.meta.glob<Messages>('../../contract/notice-catalogs/*.json', { import: 'default' }),
)

/** What the page says around notices: their list, and how one is told. */
export const loadNoticeScreenTexts = catalogLoader(
  import.meta.glob<Messages>('./notice-screen-catalogs/*.json', { import: 'default' }),
)

import type faults from '#contract/fault-catalogs/en.json'
import type notices from '#contract/notice-catalogs/en.json'
import type access from './access-catalogs/en.json'
import type account from './account-catalogs/en.json'
import type en from './catalogs/en.json'
import type claim from './claim-catalogs/en.json'
import type dataExport from './data-export-catalogs/en.json'
import type help from './help-catalogs/en.json'
import type noticeScreens from './notice-screen-catalogs/en.json'
import type history from './history-catalogs/en.json'
import type personalData from './personal-data-catalogs/en.json'
import type push from './push-catalogs/en.json'
import type sessions from './session-catalogs/en.json'
import type tabs from './tab-catalogs/en.json'
import type terms from './terms-catalogs/en.json'

/** The key of a message that is loaded with the page. */
export type FirstMessageId = keyof typeof en

/**
 * The key of any message, from the English catalogs. The catalogs of `late-texts.ts` and `notice-texts.ts` are loaded
 * on demand.
 */
export type MessageId =
  | FirstMessageId
  | keyof typeof access
  | keyof typeof account
  | keyof typeof claim
  | keyof typeof dataExport
  | keyof typeof help
  | keyof typeof faults
  | keyof typeof notices
  | keyof typeof noticeScreens
  | keyof typeof history
  | keyof typeof personalData
  | keyof typeof push
  | keyof typeof sessions
  | keyof typeof tabs
  | keyof typeof terms

export type Values = Record<string, string | number>

/** Returns a message in the reader's language with its placeholders replaced. */
export type Translate = (id: MessageId, values?: Values) => string

/** A message with its values, to be translated when it is shown. */
export type Sentence = readonly [id: MessageId, values?: Values]

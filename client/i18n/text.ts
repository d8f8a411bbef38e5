import type faults from '#contract/fault-catalogs/en.json'
import type notices from '#contract/notice-catalogs/en.json'
import type account from './account-catalogs/en.json'
import type en from './catalogs/en.json'
import type claim from './claim-catalogs/en.json'
import type dataExport from './data-export-catalogs/en.json'
import type help from './help-catalogs/en.json'
import type noticeScreens from './notice-screen-catalogs/en.json'
import type history from './history-catalogs/en.json'
import type push from './push-catalogs/en.json'
import type tabs from './tab-catalogs/en.json'
import type terms from './terms-catalogs/en.json'

/** The key of a message that is there from the start. */
export type FirstMessageId = keyof typeof en

/** The key of a message; the English catalogs say which there are. Those of `late-texts.ts` and `notice-texts.ts` are loaded by who shows them. */
export type MessageId =
  | FirstMessageId
  | keyof typeof account
  | keyof typeof claim
  | keyof typeof dataExport
  | keyof typeof help
  | keyof typeof faults
  | keyof typeof notices
  | keyof typeof noticeScreens
  | keyof typeof history
  | keyof typeof push
  | keyof typeof tabs
  | keyof typeof terms

export type Values = Record<string, string | number>

/** A message in the reader's language, with its placeholders filled in. */
export type Translate = (id: MessageId, values?: Values) => string

/** A message to be translated where it is shown. */
export type Sentence = readonly [id: MessageId, values?: Values]

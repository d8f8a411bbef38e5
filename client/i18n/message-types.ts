import type faults from '#texts/en/fault-words.json'
import type notices from '#texts/en/notices.json'
import type sharing from '#texts/en/sharing.json'
import type access from '#texts/en/access.json'
import type account from '#texts/en/account.json'
import type en from '#texts/en/page.json'
import type claim from '#texts/en/claim.json'
import type dataExport from '#texts/en/data-export.json'
import type help from '#texts/en/help.json'
import type noticeScreens from '#texts/en/notice-screens.json'
import type history from '#texts/en/history.json'
import type personalData from '#texts/en/personal-data.json'
import type push from '#texts/en/push.json'
import type receipts from '#texts/en/receipts.json'
import type sessions from '#texts/en/sessions.json'
import type tabs from '#texts/en/tabs.json'
import type terms from '#texts/en/terms.json'

/** The id of a message that is loaded with the first view. */
export type FirstMessageId = keyof typeof en

/**
 * The id of any message, from the English texts. The texts of `late-texts.ts` and `notice-texts.ts` are loaded on
 * demand.
 */
export type MessageId =
  | FirstMessageId
  | keyof typeof access
  | keyof typeof sharing
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
  | keyof typeof receipts
  | keyof typeof sessions
  | keyof typeof tabs
  | keyof typeof terms

export type MessageValues = Record<string, string | number>

/** Returns a message in the reader's language. `values` replace its placeholders. */
export type Translate = (id: MessageId, values?: MessageValues) => string

/** The id and values of a message that is translated when it is shown. */
export type UntranslatedMessage = readonly [id: MessageId, values?: MessageValues]

import type { NoticeEvent } from '#contract/notices.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** A notice for the person who registered a program. */
export type DeveloperNotice = {
  personId: string
  event: Extract<NoticeEvent, { kind: 'program-decided' | 'webhooks-failing' }>
  dedupe: string
}

/** Records notices in the transaction, on the channels that each person has chosen. `now` in epoch ms. */
export type DeveloperNoticeRecorder = (
  transaction: Transaction,
  notices: readonly DeveloperNotice[],
  now: number,
) => Promise<unknown>

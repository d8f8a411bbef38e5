import type { NoticeEvent } from '#contract/notices.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'

/**
 * A notice for one person about access to an appliance, or about a takeover. `gatewayId` is null if the person does not
 * have the appliance. `dedupe`: of several notices with the same value, a person gets only the first.
 */
export type AccessNotice = {
  personId: string
  gatewayId: string | null
  brand: string
  event: NoticeEvent
  dedupe: string
}

/** The dependencies for handling changes and deadlines of accesses in the role `jobs`. */
export type AccessEventDependencies = Pick<Services, 'pool' | 'bus' | 'clock'> & {
  /** Records notices within the transaction, for the channels that each person has chosen. `now` in epoch ms. */
  recordNotices(transaction: Transaction, notices: readonly AccessNotice[], now: number): Promise<unknown>
}

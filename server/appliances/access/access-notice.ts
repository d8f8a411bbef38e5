import type { Pool } from 'pg'
import type { NoticeEvent } from '#contract/notices.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Transaction } from '#server/database/transaction.ts'

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
export type AccessEventDependencies = {
  pool: Pool
  bus: Pick<Bus, 'publish'>
  clock: Clock
  /** Records notices within the transaction, for the channels that each person has chosen. `now` in epoch ms. */
  recordNotices(transaction: Transaction, notices: readonly AccessNotice[], now: number): Promise<unknown>
}

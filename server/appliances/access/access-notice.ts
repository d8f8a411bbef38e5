import type { Pool } from 'pg'
import type { NoticeEvent } from '#contract/notices.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** A notice of a person about an access; `gatewayId` is null if they no longer have the appliance. */
export type AccessNotice = {
  personId: string
  gatewayId: string | null
  brand: string
  event: NoticeEvent
  dedupe: string
}

/** What the role jobs needs to handle changes and deadlines of accesses. */
export type AccessEventDependencies = {
  pool: Pool
  bus: Pick<Bus, 'publish'>
  clock: Clock
  /** Records notices within the transaction, on the channels of each person. `now` in epoch ms. */
  recordNotices(transaction: Transaction, notices: readonly AccessNotice[], now: number): Promise<unknown>
}

import type { Pool } from 'pg'
import { removeWithin } from './appliances/removal.ts'
import { forgetPerson } from './audit/store.ts'
import type { Bus } from './bus/bus.ts'
import type { Clock } from './clock.ts'
import { type Transaction, inTransaction } from './database/transaction.ts'
import { deletePerson, endSessionsOf, lockPerson } from './identity/store.ts'

export type Erasure = {
  pool: Pool
  bus: Pick<Bus, 'publish'>
  clock: Clock
  personId: string
  /** Records the erasure within its transaction, without the identity of the person. */
  record(transaction: Transaction, erased: Erased): Promise<void>
}

export type Erased = { appliances: number; sessions: number }

/**
 * Erases a person permanently. Each appliance is released as if they had deleted it, and their sessions end.
 * Everything that only concerns them is deleted: account, terms, notices, pending deliveries, addresses, browsers
 * with push messages. Audit records about them lose their identity. Returns null if nobody has this id.
 */
export async function erasePerson({ pool, bus, clock, personId, record }: Erasure): Promise<Erased | null> {
  return inTransaction(pool, async (transaction) => {
    const gatewayIds = await lockPerson(transaction, personId, clock.now())
    if (gatewayIds === null) return null
    for (const gatewayId of gatewayIds) await removeWithin(transaction, { bus, clock }, { gatewayId, personId })
    const { sessions, tokenDigests } = await endSessionsOf(transaction, personId)
    await bus.publish(transaction, [
      { kind: 'session-ended', personId, tokenDigests: tokenDigests.map((digest) => digest.toString('base64url')) },
      { kind: 'person-erased', personId },
    ])
    await deletePerson(transaction, personId)
    await forgetPerson(transaction, personId)
    const erased = { appliances: gatewayIds.length, sessions }
    await record(transaction, erased)
    return erased
  })
}

import type { Bus } from '#server/bus/bus.ts'
import type { Database } from '#server/database/database.ts'
import { deleteSubscriptions } from './store.ts'

export type DropSubscriptionsParts = { database: Database; bus: Bus }

/** Removes all that a person's pages hear of; their sockets fall silent at once. Specification 7. */
export async function dropSubscriptions({ database, bus }: DropSubscriptionsParts, personId: string): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    await deleteSubscriptions(transaction, personId)
    await bus.publish(transaction, [{ kind: 'subscriptions', personId }])
  })
}

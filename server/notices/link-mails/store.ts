import { execute, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { StoredLink } from '../stored-link.ts'

export async function insertLinkMail(
  transaction: Transaction,
  { personId, link, now }: { personId: string; link: StoredLink; now: Date },
): Promise<void> {
  await execute(
    transaction,
    sql`
      insert into outbox (person_id, channel, link, created_at, due_at)
      values (${personId}, 'mail', ${link}, ${now}, ${now})`,
  )
}

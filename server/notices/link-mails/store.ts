import { execute } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { OutboxLink } from '../outbox-link.ts'

export async function insertLinkMail(
  transaction: Transaction,
  { personId, link, now }: { personId: string; link: OutboxLink; now: Date },
): Promise<void> {
  await execute(transaction)`
    insert into outbox (person_id, channel, link, created_at, due_at)
    values (${personId}, 'mail', ${link}, ${now}, ${now})`
}

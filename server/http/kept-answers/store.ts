import { type Queryable, execute, readFirst, readOne, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** Which request of whom an answer is kept for. */
export type RequestKey = { personId: string; key: string }

/** Whether no other request with this key is under way, in any process; if so, none begins before the transaction ends. */
export async function takeKey(transaction: Transaction, { personId, key }: RequestKey): Promise<boolean> {
  const { isFree } = await readOne(
    transaction,
    sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`gateway-portal answer ${personId} ${key}`}, 0)) as "isFree"`,
  )
  return isFree
}

/** `refusal`: the kind of a refusal, null where the work was done. `body`: null for an answer without content. */
export type KeptAnswer = { digest: Buffer; refusal: string | null; body: string | null }

/** The answer that was kept after `since`; null for none. */
export async function findAnswer(
  transaction: Transaction,
  { personId, key }: RequestKey,
  since: Date,
): Promise<KeptAnswer | null> {
  return readFirst(
    transaction,
    sql<KeptAnswer>`
      select request_digest as digest, refusal, body from kept_answer
      where person_id = ${personId} and key = ${key} and kept_at > ${since}`,
  )
}

/** Keeps an answer in place of an expired one. */
export async function keepAnswer(
  transaction: Transaction,
  { personId, key }: RequestKey,
  { digest, refusal, body, now }: KeptAnswer & { now: Date },
): Promise<void> {
  await execute(
    transaction,
    sql`
      insert into kept_answer (person_id, key, request_digest, refusal, body, kept_at)
      values (${personId}, ${key}, ${digest}, ${refusal}, ${body}, ${now})
      on conflict (person_id, key) do update set request_digest = excluded.request_digest, refusal = excluded.refusal,
        body = excluded.body, kept_at = excluded.kept_at`,
  )
}

/** Keeps the newest `count` answers of a person. Rows that another request deletes at the same time are left to it. */
export async function dropOldestAnswers(transaction: Transaction, personId: string, count: number): Promise<void> {
  await execute(
    transaction,
    sql`
      delete from kept_answer where (person_id, key) in (
        select person_id, key from kept_answer where person_id = ${personId}
        order by kept_at desc, key offset ${count} for update skip locked)`,
  )
}

/** Deletes up to `limit` answers that were kept until `moment`, and answers how many. */
export async function deleteExpiredAnswers(db: Queryable, moment: Date, limit: number): Promise<number> {
  return execute(
    db,
    sql`
      delete from kept_answer where (person_id, key) in (
        select person_id, key from kept_answer where kept_at <= ${moment}
        order by kept_at limit ${limit} for update skip locked)`,
  )
}

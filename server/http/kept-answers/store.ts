import { type Queryable, execute, readFirst, readOne, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** Identifies a stored answer: the person and the key. */
export type RequestKey = { personId: string; key: string }

/**
 * Locks the key until the transaction ends. Returns false if another request with it is in progress, in any process.
 */
export async function takeKey(transaction: Transaction, { personId, key }: RequestKey): Promise<boolean> {
  const { isFree } = await readOne(
    transaction,
    sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`gateway-portal answer ${personId} ${key}`}, 0)) as "isFree"`,
  )
  return isFree
}

/** `refusal`: the kind of the refusal, null if the work was done. `body`: null for an answer without content. */
export type KeptAnswer = { digest: Buffer; refusal: string | null; body: string | null }

/** The answer stored after `since`; null for none. */
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

/** Stores an answer, and replaces an expired one. */
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

/** Deletes all but the newest `count` answers of a person. Skips rows that another request deletes at the same time. */
export async function dropOldestAnswers(transaction: Transaction, personId: string, count: number): Promise<void> {
  await execute(
    transaction,
    sql`
      delete from kept_answer where (person_id, key) in (
        select person_id, key from kept_answer where person_id = ${personId}
        order by kept_at desc, key offset ${count} for update skip locked)`,
  )
}

/** Deletes up to `limit` answers stored until `moment`, and returns their number. */
export async function deleteExpiredAnswers(db: Queryable, moment: Date, limit: number): Promise<number> {
  return execute(
    db,
    sql`
      delete from kept_answer where (person_id, key) in (
        select person_id, key from kept_answer where kept_at <= ${moment}
        order by kept_at limit ${limit} for update skip locked)`,
  )
}

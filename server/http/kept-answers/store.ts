import { type Queryable, execute, readFirstRow, readRequiredRow } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** Identifies a stored answer: the Idempotency-Key, and the id of the person or client to whom the key belongs. */
export type StoredAnswerKey = { ownerId: string; key: string }

/**
 * A stored answer. `digest`: the digest of the request. `refusal`: the kind of the refusal; null if the work was
 * done. `body`: null if the answer has no content.
 */
export type StoredRequestAnswer = { digest: Buffer; refusal: string | null; body: string | null }

/** Stores the answers to requests with an Idempotency-Key, for people or for clients. */
export type AnswerStore = {
  /** Returns the answer for this key if the answer was stored after `since`, otherwise null. */
  find(transaction: Transaction, key: StoredAnswerKey, since: Date): Promise<StoredRequestAnswer | null>
  /** Stores an answer. Replaces a stored answer of the same key. */
  storeAnswer(
    transaction: Transaction,
    key: StoredAnswerKey,
    answer: StoredRequestAnswer & { now: Date },
  ): Promise<void>
  /**
   * Deletes the answers of a person or client, except the newest `count`. Skips rows that another request deletes at
   * the same time.
   */
  dropOldest(transaction: Transaction, ownerId: string, count: number): Promise<void>
}

/**
 * Locks the key until the transaction ends. Returns false if another request with the key is in progress, in any
 * process.
 */
export async function lockIdempotencyKey(
  transaction: Transaction,
  { ownerId, key }: StoredAnswerKey,
): Promise<boolean> {
  const { isFree } = await readRequiredRow<{ isFree: boolean }>(transaction)`
    select pg_try_advisory_xact_lock(hashtextextended(${`gateway-portal answer ${ownerId} ${key}`}, 0)) as "isFree"`
  return isFree
}

export const personAnswerStore: AnswerStore = {
  async find(transaction, { ownerId, key }, since) {
    return readFirstRow<StoredRequestAnswer>(transaction)`
      select request_digest as digest, refusal, body from kept_answer
      where person_id = ${ownerId} and key = ${key} and kept_at > ${since}`
  },

  async storeAnswer(transaction, { ownerId, key }, { digest, refusal, body, now }) {
    await execute(transaction)`
      insert into kept_answer (person_id, key, request_digest, refusal, body, kept_at)
      values (${ownerId}, ${key}, ${digest}, ${refusal}, ${body}, ${now})
      on conflict (person_id, key) do update set request_digest = excluded.request_digest, refusal = excluded.refusal,
        body = excluded.body, kept_at = excluded.kept_at`
  },

  async dropOldest(transaction, ownerId, count) {
    await execute(transaction)`
      delete from kept_answer where (person_id, key) in (
        select person_id, key from kept_answer where person_id = ${ownerId}
        order by kept_at desc, key offset ${count} for update skip locked)`
  },
}

/**
 * Deletes up to `limit` answers of people that were stored at or before `moment`. Returns the number of deleted
 * answers.
 */
export async function deleteExpiredAnswersOfPeople(db: Queryable, moment: Date, limit: number): Promise<number> {
  return execute(db)`
    delete from kept_answer where (person_id, key) in (
      select person_id, key from kept_answer where kept_at <= ${moment}
      order by kept_at limit ${limit} for update skip locked)`
}

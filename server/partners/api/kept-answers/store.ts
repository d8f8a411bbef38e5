import { type Queryable, execute, readFirstRow } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { StoredAnswerKey } from '#server/http/kept-answers/store.ts'

/**
 * A stored answer. `digest`: the digest of the request. `sealed`: the encrypted body, or null for an answer without
 * content.
 */
export type SealedAnswer = { digest: Buffer; refusal: string | null; sealed: Buffer | null }

/** Returns the answer to a client's request with this key if the answer was stored after `since`; otherwise null. */
export async function findSealedAnswer(
  transaction: Transaction,
  { ownerId, key }: StoredAnswerKey,
  since: Date,
): Promise<SealedAnswer | null> {
  return readFirstRow<SealedAnswer>(transaction)`
    select request_digest as digest, refusal, body as sealed from partner_answer
    where client_id = ${ownerId} and key = ${key} and kept_at > ${since}`
}

/** Stores an answer. Replaces an earlier answer with the same key. */
export async function storeSealedAnswer(
  transaction: Transaction,
  { ownerId, key }: StoredAnswerKey,
  { digest, refusal, sealed, now }: SealedAnswer & { now: Date },
): Promise<void> {
  await execute(transaction)`
    insert into partner_answer (client_id, key, request_digest, refusal, body, kept_at)
    values (${ownerId}, ${key}, ${digest}, ${refusal}, ${sealed}, ${now})
    on conflict (client_id, key) do update set request_digest = excluded.request_digest, refusal = excluded.refusal,
      body = excluded.body, kept_at = excluded.kept_at`
}

/**
 * Deletes the answers of a client, except the newest `count`. Skips rows that another request deletes at the same time.
 */
export async function deleteOldestSealedAnswers(
  transaction: Transaction,
  clientId: string,
  count: number,
): Promise<void> {
  await execute(transaction)`
    delete from partner_answer where (client_id, key) in (
      select client_id, key from partner_answer where client_id = ${clientId}
      order by kept_at desc, key offset ${count} for update skip locked)`
}

/** Deletes the answers that were stored at `moment` or before. */
export async function deleteExpiredSealedAnswers(db: Queryable, moment: Date): Promise<void> {
  await execute(db)`delete from partner_answer where kept_at <= ${moment}`
}

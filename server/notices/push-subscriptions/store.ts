import { maxPushSubscriptions, type PushSubscriptionKeys } from '#contract/notice-settings.ts'
import { type Queryable, execute, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

export type NewPushSubscription = {
  personId: string
  /** Of the session of that browser, with which the subscription goes; null for none. */
  sessionDigest: Buffer | null
  subscription: PushSubscriptionKeys
  now: Date
}

/**
 * Keeps a browser that web push reaches. One that somebody else signed in with before is theirs no more; of too many of a person
 * the oldest go.
 */
export async function keepPushSubscription(
  transaction: Transaction,
  { personId, sessionDigest, subscription: { endpoint, keys }, now }: NewPushSubscription,
): Promise<void> {
  await execute(
    transaction,
    sql`delete from push_subscription where endpoint = ${endpoint} and person_id <> ${personId}`,
  )
  await execute(
    transaction,
    sql`
      insert into push_subscription (person_id, session_digest, endpoint, p256dh, auth, created_at)
      values (
        ${personId}, (select id_digest from session where id_digest = ${sessionDigest} and person_id = ${personId}),
        ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${now})
      on conflict (endpoint) do update set session_digest = excluded.session_digest, p256dh = excluded.p256dh,
        auth = excluded.auth, created_at = excluded.created_at`,
  )
  await execute(
    transaction,
    sql`
      delete from push_subscription where id in (
        select id from push_subscription where person_id = ${personId}
        order by created_at desc, id offset ${maxPushSubscriptions})`,
  )
}

type Ended = { personId: string; endpoint: string }

/** Answers whether the person had it. */
export async function removeOwnPushSubscription(db: Queryable, { personId, endpoint }: Ended): Promise<boolean> {
  return (
    (await execute(db, sql`delete from push_subscription where person_id = ${personId} and endpoint = ${endpoint}`)) > 0
  )
}

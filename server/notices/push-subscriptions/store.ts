import { maxPushSubscriptions, type ListedPushBrowser, type PushSubscriptionBody } from '#contract/notice-settings.ts'
import { type Queryable, execute, readFirstRow, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

export type SessionOfPerson = { personId: string; sessionDigest: Buffer; now: Date }

/**
 * Whether the digest belongs to an active session of the person. Locks the session, so that the session cannot end
 * before the transaction.
 */
export async function lockActiveSession(
  transaction: Transaction,
  { personId, sessionDigest, now }: SessionOfPerson,
): Promise<boolean> {
  const count = await execute(transaction)`
      select from session where id_digest = ${sessionDigest} and person_id = ${personId} and expires_at > ${now}
      for key share`
  return count > 0
}

type BrowserRow = Omit<ListedPushBrowser, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date }

/**
 * Reads the person's browsers that get push messages, the newest first. `sessionDigest`: the session of the browser
 * that requests the list; null if the request has none.
 */
export async function readPushBrowsers(
  db: Queryable,
  { personId, sessionDigest }: { personId: string; sessionDigest: Buffer | null },
): Promise<BrowserRow[]> {
  return readRows<BrowserRow>(db)`
    select b.id, b.browser, b.system, b.created_at as "createdAt", s.renewed_at as "lastUsedAt",
      coalesce(b.session_digest = ${sessionDigest}, false) as "thisBrowser"
    from push_subscription b join session s on s.id_digest = b.session_digest
    where b.person_id = ${personId} order by b.created_at desc, b.id`
}

export type PushSubscriptionToSave = {
  personId: string
  /** The session of the browser. When the session ends, the subscription is deleted. */
  sessionDigest: Buffer
  browser: string | null
  system: string | null
  subscription: PushSubscriptionBody
  now: Date
}

/**
 * Stores the push subscription of a browser. If another person has the same subscription, it moves to this person. If
 * this person then has more subscriptions than the maximum, deletes the oldest ones.
 */
export async function savePushSubscription(
  transaction: Transaction,
  { personId, sessionDigest, browser, system, subscription: { endpoint, keys }, now }: PushSubscriptionToSave,
): Promise<void> {
  await execute(transaction)`delete from push_subscription where endpoint = ${endpoint} and person_id <> ${personId}`
  await execute(transaction)`
    insert into push_subscription (person_id, session_digest, endpoint, p256dh, auth, browser, system, created_at)
    values (${personId}, ${sessionDigest}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${browser}, ${system}, ${now})
    on conflict (endpoint) do update set session_digest = excluded.session_digest, p256dh = excluded.p256dh,
      auth = excluded.auth, browser = excluded.browser, system = excluded.system, created_at = excluded.created_at`
  await execute(transaction)`
    delete from push_subscription where id in (
      select id from push_subscription where person_id = ${personId}
      order by created_at desc, id offset ${maxPushSubscriptions})`
}

/** A browser whose push subscription was deleted. */
export type DeletedPushBrowser = { id: string; browser: string | null; system: string | null }

/**
 * Deletes the push subscription with this id, if it belongs to the person. Returns the browser, or null if there is
 * no such subscription.
 */
export async function deletePushSubscriptionById(
  db: Queryable,
  { personId, id }: { personId: string; id: string },
): Promise<DeletedPushBrowser | null> {
  return readFirstRow<DeletedPushBrowser>(db)`
    delete from push_subscription where person_id = ${personId} and id = ${id} returning id, browser, system`
}

type EndedSubscription = { personId: string; endpoint: string }

/**
 * Deletes the push subscription with this endpoint, if it belongs to the person. Returns the browser, or null if
 * there is no such subscription.
 */
export async function deletePushSubscriptionByEndpoint(
  db: Queryable,
  { personId, endpoint }: EndedSubscription,
): Promise<DeletedPushBrowser | null> {
  return readFirstRow<DeletedPushBrowser>(db)`
    delete from push_subscription where person_id = ${personId} and endpoint = ${endpoint}
    returning id, browser, system`
}

import type { Language } from '#contract/languages.ts'
import type { ApplianceOfNotice } from '#contract/notices.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readRequiredRow, readRows } from '#server/database/sql.ts'

/**
 * The last notice of a page of the list; the next page begins after it. `at`: the time when the notice was created, in
 * UTC with microseconds.
 */
export type NoticeCursor = { at: string; id: string }

export type StoredNotice = {
  id: string
  /** The event as it is stored. An older or newer release may have stored a kind that this release does not support. */
  event: unknown
  gatewayId: string | null
  createdAt: Date
  readAt: Date | null
  cursorAt: string
} & (ApplianceOfNotice | Record<keyof ApplianceOfNotice, null>)

/** The part of a person's list to read: at most `limit` notices that are older than `before`. `now`: epoch ms. */
type NoticePage = { personId: string; before: NoticeCursor | null; limit: number; now: number }

/**
 * Reads the notices that the portal shows to a person, the newest first, each with the current name of its appliance.
 * Omits notices about an appliance that the person no longer has.
 */
export async function readNotices(
  db: Queryable,
  { personId, before, limit, now }: NoticePage,
): Promise<StoredNotice[]> {
  return readRows<StoredNotice>(db, 'read-notices')`
    with appliance as (
      select c.gateway_id, c.name, g.appliance_type,
        (row_number() over (partition by g.appliance_type order by c.added_at, g.serial desc))::integer as placement
      from connection c join gateway g on g.id = c.gateway_id
      where c.person_id = ${personId} and ${accessInForceSql(now)}
    )
    select n.id, n.event, n.gateway_id as "gatewayId", n.created_at as "createdAt", n.read_at as "readAt",
      to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "cursorAt",
      a.name, a.appliance_type as "applianceType", a.placement as "placementInType"
    from notice n left join appliance a using (gateway_id)
    where n.person_id = ${personId} and n.in_portal and (n.gateway_id is null or a.gateway_id is not null)
      and (${before?.id ?? null}::uuid is null
        or (n.created_at, n.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by n.created_at desc, n.id desc limit ${limit}`
}

/** Counts a person's unread notices at `now` (epoch ms). */
export async function countUnreadNotices(
  db: Queryable,
  { personId, now }: { personId: string; now: number },
): Promise<number> {
  const { unread } = await readRequiredRow<{ unread: number }>(db, 'count-unread-notices')`
    select count(*)::integer as unread
    from notice n left join connection c on c.person_id = n.person_id and c.gateway_id = n.gateway_id
    where n.person_id = ${personId} and n.in_portal and n.read_at is null and ${accessInForceSql(now)}`
  return unread
}

/** Stores the language in which the person uses the portal. Later emails and push messages use this language. */
export async function saveMessageLanguage(db: Queryable, personId: string, language: Language): Promise<void> {
  await execute(db)`
    insert into notice_settings (person_id, language) values (${personId}, ${language})
    on conflict (person_id) do update set language = excluded.language
    where notice_settings.language is distinct from excluded.language`
}

type ReadMark = { personId: string; ids: readonly string[] | null; now: Date }

/**
 * Marks the notices `ids` of the person as read, or all notices if `ids` is null. Returns the number of notices that
 * were unread before.
 */
export async function markNoticesRead(db: Queryable, { personId, ids, now }: ReadMark): Promise<number> {
  return execute(db)`
    update notice set read_at = ${now}
    where person_id = ${personId} and in_portal and read_at is null
      and (${ids}::uuid[] is null or id = any (${ids}::uuid[]))`
}

import { displayNameSql } from '#server/audit/store.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, type Statement, readRows, sql } from '#server/database/sql.ts'

/** The position after the last record of a page: the time of the record in microseconds since the epoch, and its id. */
export type ActivityCursor = { micros: string; id: string }

/** The arguments for reading one page of the activity. `now` is in epoch ms. */
export type ActivityRecordQuery = {
  gatewayId: string
  personId: string
  actions: readonly string[]
  /**
   * The start of the period that the person may read. Records with exactly this time are included only if their
   * action is in `starts`, and if this person is the actor or in the details.
   */
  since: Date
  starts: readonly string[]
  before: ActivityCursor | null
  limit: number
  now: number
}

export type ActivityRecord = ActivityCursor & {
  at: Date
  action: string
  actor: string
  personId: string | null
  personName: string | null
  details: Readonly<Record<string, unknown>>
  otherName: string | null
}

/** Reads the records of completed acts on an appliance with the given actions, newest first. */
export async function readActivityRecords(
  db: Queryable,
  { gatewayId, personId, actions, since, starts, before, limit, now }: ActivityRecordQuery,
): Promise<ActivityRecord[]> {
  return readRows<ActivityRecord>(db, 'read-activity')`
    select a.id::text as id, (extract(epoch from a.at) * 1000000)::bigint::text as micros, a.at, a.action, a.actor,
      a.person_id as "personId", coalesce(${holderName(sql`a.person_id`, now)}, a.person_name) as "personName",
      a.details, coalesce(${holderName(sql`(a.details ->> 'person')::uuid`, now)}, a.other_name) as "otherName"
    from audit a
    where a.gateway_id = ${gatewayId} and a.action = any (${actions}::text[]) and a.outcome = 'done' and not a.summed
      and a.at >= ${since} and (a.at > ${since} or (
        ${personId} in (a.person_id::text, a.details ->> 'person') and a.action = any (${starts}::text[])
      ))
      and (${before?.id ?? null}::bigint is null or (a.at, a.id)
        < ('epoch'::timestamptz + ${before?.micros ?? null}::bigint * interval '1 microsecond', ${before?.id ?? null}::bigint))
    order by a.at desc, a.id desc limit ${limit}`
}

/**
 * Returns SQL for the current name of a person who has the appliance at `now` (epoch ms). The SQL yields null for
 * other people.
 */
function holderName(personId: Statement, now: number): Statement {
  return sql`(
    select ${displayNameSql}
    from connection c join person p on p.id = c.person_id
    where c.gateway_id = a.gateway_id and c.person_id = ${personId} and ${accessInForceSql(now)}
  )`
}

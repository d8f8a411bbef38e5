import { type Queryable, readRows, sql } from '#server/database/sql.ts'
import { displayNameOfPersonSql } from '../store.ts'
import type { PersonDailyAct, ProgramDailyAct } from './daily-act.ts'

type Dated<Act> = Act & { at: Date }

export type DatedDailyAct = Dated<PersonDailyAct> | Dated<ProgramDailyAct>

/**
 * Inserts one record for each combination of kind, appliance, file, person, start of the access and UTC day. Several
 * processes can call this function at the same time. Skips views by the owner, and acts of people without access.
 * Inserts the records sorted by key, which prevents deadlocks. Returns the ids of the gateways with a new record.
 */
export async function insertPersonDailyActs(db: Queryable, acts: readonly Dated<PersonDailyAct>[]): Promise<string[]> {
  const fileIds = acts.map((act) => (act.kind === 'export-downloaded' ? act.fileId : null))
  const rows = await readRows<{ gatewayId: string }>(db)`
    insert into audit (at, actor, person_id, action, gateway_id, details, outcome, person_name, once_key)
    select act.at, 'person', act.person_id, act.kind, act.gateway_id,
      case when act.file_id is null then '{}' else jsonb_build_object('fileId', act.file_id) end, 'done',
      ${displayNameOfPersonSql(sql`act.person_id`)},
      concat_ws(' ', act.kind, act.gateway_id, act.person_id, act.file_id, (act.at at time zone 'UTC')::date,
        extract(epoch from c.added_at)) as key
    from unnest(${acts.map(({ at }) => at)}::timestamptz[], ${acts.map(({ kind }) => kind)}::text[],
      ${acts.map(({ gatewayId }) => gatewayId)}::uuid[], ${acts.map(({ personId }) => personId)}::uuid[],
      ${fileIds}::text[]) as act (at, kind, gateway_id, person_id, file_id)
    join connection c on c.gateway_id = act.gateway_id and c.person_id = act.person_id
    where act.kind = 'export-downloaded' or c.owner_since is null
    order by key
    on conflict (once_key) where once_key is not null do nothing
    returning gateway_id as "gatewayId"`
  return [...new Set(rows.map(({ gatewayId }) => gatewayId))]
}

/**
 * Inserts one record for each combination of kind, appliance, client, UTC day and `since`. Returns the ids of the
 * gateways with a new record.
 */
export async function insertProgramDailyActs(
  db: Queryable,
  reads: readonly Dated<ProgramDailyAct>[],
): Promise<string[]> {
  const rows = await readRows<{ gatewayId: string }>(db)`
    insert into audit (at, actor, action, gateway_id, details, outcome, once_key)
    select act.at, 'company', act.kind, act.gateway_id, jsonb_build_object('program', k.name), 'done',
      concat_ws(' ', act.kind, act.gateway_id, act.client_id, (act.at at time zone 'UTC')::date,
        extract(epoch from act.since)) as key
    from unnest(${reads.map(({ at }) => at)}::timestamptz[], ${reads.map(({ kind }) => kind)}::text[],
      ${reads.map(({ gatewayId }) => gatewayId)}::uuid[], ${reads.map(({ clientId }) => clientId)}::uuid[],
      ${reads.map(({ since }) => since)}::timestamptz[]) as act (at, kind, gateway_id, client_id, since)
    join partner_client k on k.id = act.client_id join gateway g on act.gateway_id = g.id
    order by key
    on conflict (once_key) where once_key is not null do nothing
    returning gateway_id as "gatewayId"`
  return [...new Set(rows.map(({ gatewayId }) => gatewayId))]
}

/** Finds the owners and co-owners of these appliances, because they can read the activity. */
export async function findActivityReaders(
  db: Queryable,
  gatewayIds: readonly string[],
): Promise<{ gatewayId: string; personId: string }[]> {
  return readRows<{ gatewayId: string; personId: string }>(db)`
    select gateway_id as "gatewayId", person_id as "personId" from connection
    where gateway_id = any (${gatewayIds}::uuid[]) and (owner_since is not null or co_owner_since is not null)
    order by gateway_id, person_id`
}

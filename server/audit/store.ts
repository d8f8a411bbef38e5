import { type Queryable, type Statement, execute, readRequiredRow, sql } from '#server/database/sql.ts'
import { type AuditRecord, type NewAuditAct, createAuditAct } from './audit-record.ts'

export type DatedAuditRecord = AuditRecord & { at: Date }

/** Writes a record within the transaction that makes the change, so that both commit or neither does. */
export async function insertAuditRecord(transaction: Queryable, record: DatedAuditRecord): Promise<void> {
  await execute(transaction)`${insertAudit}) select ${columnsOf(record)}`
}

/**
 * Acts of people who possibly do not get access to the appliance. Their records do not have the person's name, so that
 * the owner sees only that the act happened.
 */
const namelessActions = ['invitation-declined', 'handover-declined', 'takeover-started', 'takeover-ended']

/**
 * Records an act that was done at `now` (epoch ms), within the transaction that makes the change. The record has the
 * current names of the person who acted and of the person in `details`.
 */
export async function recordDoneAct(
  transaction: Queryable,
  { now, ...facts }: NewAuditAct & { now: number },
): Promise<void> {
  const record = { ...createAuditAct(facts), outcome: 'done', at: new Date(now) }
  const { action, personId, details } = record
  const namedPersonId = namelessActions.includes(action) ? null : personId
  const other = typeof details['person'] === 'string' ? details['person'] : null
  await execute(transaction)`
    ${insertAudit}, person_name, other_name)
    select ${columnsOf(record)}, ${displayNameOfPersonSql(namedPersonId)}, ${displayNameOfPersonSql(other)}`
}

/**
 * Inserts a record in a transaction of its own and returns its id. The commit does not wait for the disk. PostgreSQL
 * writes its log sequentially, so the record is on disk before any later commit. So no change is stored without its
 * record.
 *
 * Do not call this function inside another transaction: the commit of that transaction would not wait for the disk
 * either.
 */
export async function insertAuditRecordBeforeAct(db: Queryable, record: DatedAuditRecord): Promise<string> {
  const { id } = await readRequiredRow<{ id: string }>(db)`
    with ${relaxedCommit}
    ${insertAudit}) select ${columnsOf(record)} from relaxed returning id`
  return id
}

export async function setAuditOutcome(db: Queryable, { id, outcome }: { id: string; outcome: string }): Promise<void> {
  await execute(db)`
    with ${relaxedCommit}
    update audit set outcome = ${outcome} from relaxed where id = ${id}`
}

/**
 * Adds a record to the count of its hour, person, action and outcome. If the record has a row (`id` is not null),
 * deletes the row.
 */
export async function moveRecordToHourlyCount(
  db: Queryable,
  record: DatedAuditRecord,
  id: string | null,
): Promise<void> {
  const { at, actor, personId, action, outcome } = record
  await execute(db)`
    with ${relaxedCommit}, gone as (delete from audit where id = ${id})
    insert into audit (at, actor, person_id, action, outcome, summed)
    select date_trunc('hour', ${at}::timestamptz, 'UTC'), ${actor}, ${personId}::uuid, ${action}, ${outcome}, true
    from relaxed
    on conflict (person_id, action, outcome, at) where summed do update set count = audit.count + 1`
}

/** Deletes the records that are older than `moment`. Returns the number of deleted records. */
export async function deleteAuditRecordsBefore(db: Queryable, moment: Date): Promise<number> {
  return execute(db)`delete from audit where at < ${moment}`
}

/**
 * Removes the person, sessions and IP addresses from a person's records, and deletes the person's hourly counts. The
 * acts on appliances stay, with their times. When the person's row is deleted, the trigger `forget_names` removes the
 * names.
 */
export async function removePersonFromAuditRecords(transaction: Queryable, personId: string): Promise<void> {
  await execute(transaction)`delete from audit where person_id = ${personId} and summed`
  await execute(transaction)`
    update audit set person_id = null, session = null, address = null, request_id = null
    where person_id = ${personId}`
}

/** SQL for the name that other people see, from a row of `person`. Null if the person has no name. */
export const displayNameSql = sql`nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), '')`

/**
 * Returns SQL for the name that other people see of the person with this id. Null if the person has no name. `id` may
 * be an SQL expression.
 */
export function displayNameOfPersonSql(id: string | Statement | null): Statement {
  return sql`(select ${displayNameSql} from person where id = ${id}::uuid)`
}

const relaxedCommit = sql`relaxed as materialized (select set_config('synchronous_commit', 'off', true))`

const insertAudit = sql`
  insert into audit (at, actor, person_id, operator, session, action, gateway_id, serial, details, outcome, request_id,
    address`

function columnsOf(record: DatedAuditRecord): Statement {
  const { at, actor, personId, operator, session, action, gatewayId, serial, details, outcome, requestId } = record
  return sql`
    ${at}::timestamptz, ${actor}, ${personId}::uuid, ${operator}, ${session}, ${action},
    coalesce(${gatewayId}::uuid, (select id from gateway where gateway.serial = ${serial})), ${serial},
    ${JSON.stringify(details)}::jsonb, ${outcome}, ${requestId}, ${record.address}`
}

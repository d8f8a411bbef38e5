import { type Queryable, type Statement, execute, readOne, sql } from '#server/database/sql.ts'
import type { AuditRecord } from './record.ts'

export type DatedRecord = AuditRecord & { at: Date }

/** Writes a record as part of the transaction that makes the change: neither is there without the other. */
export async function insertRecord(transaction: Queryable, record: DatedRecord): Promise<void> {
  await execute(transaction, sql`${insertion} select ${columnsOf(record)}`)
}

/**
 * Writes a record by itself, and answers its id. The commit does not wait for the disk. It is on the disk before any later
 * commit is, as PostgreSQL writes its log in order: a change that follows never outlives its record. Not for use inside a
 * transaction, whose commit would not wait either.
 */
export async function insertRecordFirst(db: Queryable, record: DatedRecord): Promise<string> {
  const { id } = await readOne(
    db,
    sql<{ id: string }>`
      with ${relaxed}
      ${insertion} select ${columnsOf(record)} from relaxed returning id`,
  )
  return id
}

export async function setOutcome(db: Queryable, { id, outcome }: { id: string; outcome: string }): Promise<void> {
  await execute(
    db,
    sql`
      with ${relaxed}
      update audit set outcome = ${outcome} from relaxed where id = ${id}`,
  )
}

/** Counts a record in the sum of its hour, and deletes the single record `id` that it had until now. */
export async function addToSum(db: Queryable, record: DatedRecord, id: string | null): Promise<void> {
  const { at, actor, personId, action, outcome } = record
  await execute(
    db,
    sql`
      with ${relaxed}, gone as (delete from audit where id = ${id})
      insert into audit (at, actor, person_id, action, outcome, summed)
      select date_trunc('hour', ${at}::timestamptz, 'UTC'), ${actor}, ${personId}::uuid, ${action}, ${outcome}, true
      from relaxed
      on conflict (person_id, action, outcome, at) where summed do update set count = audit.count + 1`,
  )
}

/** Deletes what is kept no longer. Answers how many records. */
export async function deleteRecordsBefore(db: Queryable, moment: Date): Promise<number> {
  return execute(db, sql`delete from audit where at < ${moment}`)
}

/**
 * Takes out of the records about a person what says who it was. What happened to appliances, and when, stays; sums of one
 * person say nothing further.
 */
export async function forgetPerson(transaction: Queryable, personId: string): Promise<void> {
  await execute(transaction, sql`delete from audit where person_id = ${personId} and summed`)
  await execute(
    transaction,
    sql`
      update audit set person_id = null, session = null, address = null, request_id = null
      where person_id = ${personId}`,
  )
}

const relaxed = sql`relaxed as materialized (select set_config('synchronous_commit', 'off', true))`

const insertion = sql`
  insert into audit (at, actor, person_id, operator, session, action, gateway_id, serial, details, outcome, request_id,
    address)`

function columnsOf(record: DatedRecord): Statement {
  const { at, actor, personId, operator, session, action, gatewayId, serial, details, outcome, requestId } = record
  return sql`
    ${at}::timestamptz, ${actor}, ${personId}::uuid, ${operator}, ${session}, ${action},
    coalesce(${gatewayId}::uuid, (select id from gateway where gateway.serial = ${serial})), ${serial},
    ${JSON.stringify(details)}::jsonb, ${outcome}, ${requestId}, ${record.address}`
}

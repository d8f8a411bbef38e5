import type { ApplianceType, GatewayStatus } from '#contract/appliance.ts'
import type { FaultSeverity } from '#contract/faults.ts'
import type { ApplianceEventType } from '#contract/partner-events.ts'
import { type Queryable, execute, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/**
 * A test appliance. `reported`: the last status that it reported. `since`: the time when it first reported that status.
 * `silentSince`: the time when it stopped reporting, or null if it still reports.
 */
export type TestApplianceWithState = {
  id: string
  name: string
  type: ApplianceType
  reported: GatewayStatus
  since: Date
  faultCode: string | null
  silentSince: Date | null
}

const columns = sql`
  id, name, appliance_type as type, status as reported, since, fault_code as "faultCode", silent_since as "silentSince"`

/** Reads the test appliances of a client, ordered by name. */
export async function readTestAppliancesWithState(db: Queryable, clientId: string): Promise<TestApplianceWithState[]> {
  return readRows<TestApplianceWithState>(db)`
    select ${columns} from partner_test_appliance where client_id = ${clientId} order by name`
}

/**
 * Reads the test appliances of a client, ordered by name. Locks them until the transaction ends, so that simultaneous
 * changes run one after the other.
 */
export async function lockTestAppliances(
  transaction: Transaction,
  clientId: string,
): Promise<TestApplianceWithState[]> {
  return readRows<TestApplianceWithState>(transaction)`
    select ${columns} from partner_test_appliance where client_id = ${clientId} order by name for update`
}

export async function updateTestAppliance(
  transaction: Transaction,
  { id, reported, since, faultCode, silentSince }: TestApplianceWithState,
): Promise<void> {
  await execute(transaction)`
    update partner_test_appliance set status = ${reported}, since = ${since}, fault_code = ${faultCode},
      silent_since = ${silentSince}
    where id = ${id}`
}

export async function insertTestFault(
  transaction: Transaction,
  fault: { applianceId: string; code: string; severity: FaultSeverity; now: Date },
): Promise<void> {
  const { applianceId, code, severity, now } = fault
  await execute(transaction)`
    insert into partner_test_fault (appliance_id, code, severity, began_at)
    values (${applianceId}, ${code}, ${severity}, ${now})`
}

export async function endTestFaults(transaction: Transaction, applianceId: string, now: Date): Promise<void> {
  await execute(transaction)`
    update partner_test_fault set ended_at = ${now} where appliance_id = ${applianceId} and ended_at is null`
}

/** Deletes all but the newest `count` faults of a test appliance. */
export async function deleteOldTestFaults(transaction: Transaction, applianceId: string, count: number): Promise<void> {
  await execute(transaction)`
    delete from partner_test_fault where id in (
      select id from partner_test_fault where appliance_id = ${applianceId} order by began_at desc, id offset ${count})`
}

/** A fault of a test appliance. `endedAt` is null while the fault lasts. */
export type TestFault = { code: string; severity: FaultSeverity; beganAt: Date; endedAt: Date | null }

/** Reads the faults of a test appliance that lasted after `since`, newest first. */
export async function readTestFaults(db: Queryable, applianceId: string, since: Date): Promise<TestFault[]> {
  return readRows<TestFault>(db)`
    select code, severity, began_at as "beganAt", ended_at as "endedAt" from partner_test_fault
    where appliance_id = ${applianceId} and (ended_at is null or ended_at > ${since}::timestamptz)
    order by began_at desc, id`
}

/** Queues changes of a test appliance for the event log. */
export async function queueTestApplianceChanges(
  transaction: Transaction,
  applianceId: string,
  { types, now }: { types: readonly ApplianceEventType[]; now: Date },
): Promise<void> {
  await execute(transaction)`
    insert into partner_change (appliance_id, type, at)
    select ${applianceId}, type, ${now}::timestamptz from unnest(${[...types]}::text[]) as type`
}

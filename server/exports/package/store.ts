import type { AddressRow } from '#contract/address.ts'
import type { Pool } from 'pg'
import type { ApplianceType, GatewayStatus, GatewayType } from '#contract/appliance.ts'
import type { Country } from '#contract/countries.ts'
import type { Unit } from '#contract/event-bus.ts'
import { type Statement, execute, readFirstRow, readRows, sql } from '#server/database/sql.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { DamageRecorder } from '#server/telemetry/damage-recorder.ts'
import { readReports } from '#server/telemetry/read-reports.ts'
import type { TelemetryReport } from '#server/telemetry/telemetry-report.ts'
import { preventPartitionDrop } from '#server/telemetry/store.ts'
import type { StoredReport } from './stored-report.ts'
import type { ExportWindow } from './export-window.ts'

/** The appliance, the exporting person and the time range of an export. Times in epoch milliseconds. */
export type ExportScope = {
  gatewayId: string
  personId: string
  ownerSince: number
  requestedAt: number
  window: ExportWindow
}

/** A transaction with one consistent view of the database for all files of a package. */
export type ExportSnapshot = {
  transaction: Transaction
  scope: ExportScope
  signal: AbortSignal
  onDamaged: DamageRecorder
}

/** Returns SQL that formats a time as RFC 3339 in UTC with milliseconds. */
export const rfc3339Sql = (at: Statement) => sql`to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns SQL for a time that is given in epoch milliseconds. */
export const timestampSql = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`

/** Runs `readContents` in one transaction with a snapshot. Releases the connection after the promise has settled. */
export async function withExportSnapshot<Result>(
  pool: Pool,
  { scope, signal, onDamaged }: Omit<ExportSnapshot, 'transaction'>,
  readContents: (snapshot: ExportSnapshot) => Promise<Result>,
): Promise<Result> {
  const work = async (transaction: Transaction): Promise<Result> => {
    await execute(transaction)`set local timezone = 'UTC'`
    // Turns the idle timeout off, because the file store may accept the file slowly. The transaction only reads, so it
    // does not block writes.
    await execute(transaction)`set local idle_in_transaction_session_timeout = 0`
    // Turns JIT compilation off, because for these queries it costs more than it saves.
    await execute(transaction)`set local jit = off`
    await preventPartitionDrop(transaction)
    return readContents({ transaction, scope, signal, onDamaged })
  }
  return inTransaction(pool, work, 'snapshot')
}

export type ApplianceSummary = {
  serial: string
  type: GatewayType
  applianceType: ApplianceType
  brand: string
  name: string | null
  addedAt: string
  /** The time when the ownership began, or when a co-owner got the appliance. RFC 3339. */
  ownerSince: string
  role: 'owner' | 'co-owner'
  /** The country of the person who exports. It decides the spelling of texts. */
  country: Country | null
}

/** Reads the appliance and the person's connection to it. Returns null if the connection has ended. */
export async function readApplianceSummary({ transaction, scope }: ExportSnapshot): Promise<ApplianceSummary | null> {
  return readFirstRow<ApplianceSummary>(transaction)`
    select g.serial, g.type, g.appliance_type as "applianceType", g.brand, c.name,
      ${rfc3339Sql(sql`c.added_at`)} as "addedAt",
      ${rfc3339Sql(timestampSql(scope.ownerSince))} as "ownerSince", p.country,
      case when c.owner_since is not null then 'owner' else 'co-owner' end as role
    from gateway g join connection c on c.gateway_id = g.id join person p on p.id = c.person_id
    where g.id = ${scope.gatewayId} and c.person_id = ${scope.personId}`
}

export async function readPostalAddress({ transaction, scope }: ExportSnapshot): Promise<AddressRow | null> {
  return readFirstRow<AddressRow>(transaction)`
    select street, postal_code as "postalCode", city, country from address where gateway_id = ${scope.gatewayId}`
}

/** The reports to read. `from` and `until` are in epoch milliseconds. */
type ReportSelection = Pick<ExportWindow, 'from' | 'until'> & { units: readonly Unit[]; onDamaged: DamageRecorder }

/**
 * Reads the selected reports that were received before the request, in small batches, sorted by time and then by
 * unit.
 */
export async function* readStoredReportBatches(
  { transaction, scope, signal }: ExportSnapshot,
  selection: ReportSelection,
): AsyncGenerator<StoredReport[]> {
  const { gatewayId, requestedAt } = scope
  const reports = readReports(transaction, { ...selection, gatewayId, receivedUntil: requestedAt, signal })
  let last = { at: 0, ts: '' }
  for await (const batch of reports) yield batch.map(toStored)

  function toStored({ micros, unit, lateMicros, values }: TelemetryReport): StoredReport {
    const at = Math.floor(micros / 1000)
    // Formats the same time only once in succession, because several units report at the same time. Formatting takes
    // longer than the other work of this function.
    if (at !== last.at) last = { at, ts: new Date(at).toISOString() }
    return { at, ts: last.ts, unit: unit as Unit, late: lateMicros / 1e6, values }
  }
}

export type StatusPeriod = { started: string; ended: string | null; status: GatewayStatus }

/** Reads the periods of each status within the window and the ownership, sorted by time. */
export async function readStatusPeriods({ transaction, scope }: ExportSnapshot): Promise<StatusPeriod[]> {
  const { gatewayId, ownerSince, requestedAt, window } = scope
  return readRows<StatusPeriod>(transaction)`
    select ${rfc3339Sql(sql`at`)} as started, ${rfc3339Sql(sql`until`)} as ended, status
    from (
      select id, at, status, lead(at) over (order by at, id) as until
      from status_change
      where gateway_id = ${gatewayId} and at >= ${timestampSql(ownerSince)} and at <= ${timestampSql(requestedAt)}
    ) as change
    where at < ${timestampSql(window.until)} and (until is null or until > ${timestampSql(window.from)}) order by at, id`
}

export type ServiceSettingsChange = {
  at: string
  kind: string
  changedBy: 'owner' | 'company' | 'other person' | 'unknown'
  party: string | null
}

/**
 * Reads the changes of the service settings within the window and the ownership. `party` is the name of the company.
 * People are not named: `changedBy` is `owner` for the person who exports.
 */
export async function readServiceSettingsChanges({
  transaction,
  scope,
}: ExportSnapshot): Promise<ServiceSettingsChange[]> {
  const { gatewayId, personId, ownerSince, requestedAt, window } = scope
  return readRows<ServiceSettingsChange>(transaction)`
    select ${rfc3339Sql(sql`e.at`)} as at, e.kind,
      case when e.person_id = ${personId} then 'owner' when e.person_id is not null then 'other person'
        when e.kind in ('contract-accepted', 'contract-declined') then 'company' else 'unknown' end as "changedBy",
      coalesce(o.name, s.url) as party
    from service_event e
    left join contract k on k.id = e.contract_id
    left join company o on o.id = k.company_id
    left join support_company s on s.id = k.support_company_id
    where e.gateway_id = ${gatewayId} and e.at >= greatest(${timestampSql(ownerSince)}, ${timestampSql(window.from)})
      and e.at < ${timestampSql(window.until)} and e.at <= ${timestampSql(requestedAt)}
    order by e.at, e.id`
}

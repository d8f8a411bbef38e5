import type { AddressRow } from '#contract/address.ts'
import type { Pool } from 'pg'
import type { AccessRole } from '#contract/access-role.ts'
import type { ActivityKind } from '#contract/activity.ts'
import type { ApplianceType, GatewayStatus, GatewayType } from '#contract/appliance.ts'
import type { Country } from '#contract/countries.ts'
import type { ContractStatus, Permission } from '#contract/provider.ts'
import type { Unit } from '#contract/push.ts'
import { type Statement, execute, readFirst, readRows, sql } from '#server/database/sql.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { NoteDamage } from '#server/telemetry/damage.ts'
import { readReports } from '#server/telemetry/read-reports.ts'
import type { TelemetryReport } from '#server/telemetry/report.ts'
import { keepPartitions } from '#server/telemetry/store.ts'
import type { StoredReport } from './reading.ts'
import type { Window } from './window.ts'

/** The appliance, owner and time of an export; times are epoch milliseconds. */
export type ExportScope = {
  gatewayId: string
  personId: string
  ownerSince: number
  requestedAt: number
  window: Window
}

/** One consistent view of the database for all files. */
export type Snapshot = { transaction: Transaction; scope: ExportScope; signal: AbortSignal; onDamaged: NoteDamage }

/** Formats a time as RFC 3339 in UTC with milliseconds. */
const moment = (at: Statement) => sql`to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const time = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`

/** Runs `read` in one transaction, and releases the connection at its end. */
export async function withSnapshot<Result>(
  pool: Pool,
  { scope, signal, onDamaged }: Omit<Snapshot, 'transaction'>,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const work = async (transaction: Transaction): Promise<Result> => {
    await execute(transaction, sql`set local timezone = 'UTC'`)
    // The store may accept the file slowly, and a transaction that only reads blocks nothing.
    await execute(transaction, sql`set local idle_in_transaction_session_timeout = 0`)
    // Compiling the query costs more than it saves.
    await execute(transaction, sql`set local jit = off`)
    await keepPartitions(transaction)
    return read({ transaction, scope, signal, onDamaged })
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
  /** The start of the ownership; for a co-owner the start of their access. */
  ownerSince: string
  role: 'owner' | 'co-owner'
  /** The country of the exporting person; it decides the spelling of texts. */
  country: Country | null
}

/** The appliance and the owner's claim; null if the claim has ended. */
export async function readApplianceSummary({ transaction, scope }: Snapshot): Promise<ApplianceSummary | null> {
  return readFirst(
    transaction,
    sql<ApplianceSummary>`
      select g.serial, g.type, g.appliance_type as "applianceType", g.brand, c.name,
        ${moment(sql`c.added_at`)} as "addedAt",
        ${moment(time(scope.ownerSince))} as "ownerSince", p.country,
        case when c.owner_since is not null then 'owner' else 'co-owner' end as role
      from gateway g join connection c on c.gateway_id = g.id join person p on p.id = c.person_id
      where g.id = ${scope.gatewayId} and c.person_id = ${scope.personId}`,
  )
}

export async function readPostalAddress({ transaction, scope }: Snapshot): Promise<AddressRow | null> {
  return readFirst(
    transaction,
    sql<AddressRow>`
      select street, postal_code as "postalCode", city, country from address where gateway_id = ${scope.gatewayId}`,
  )
}

/** `from` and `until` are epoch milliseconds. */
type ReportSelection = Pick<Window, 'from' | 'until'> & { units: readonly Unit[]; onDamaged: NoteDamage }

/** The reports of the window that were received before the request, by time, then unit, in small batches. */
export async function* readStoredReports(
  { transaction, scope, signal }: Snapshot,
  selection: ReportSelection,
): AsyncGenerator<StoredReport[]> {
  const { gatewayId, requestedAt } = scope
  const reports = readReports(transaction, { ...selection, gatewayId, receivedUntil: requestedAt, signal })
  let last = { at: 0, ts: '' }
  for await (const batch of reports) yield batch.map(toStored)

  function toStored({ micros, unit, lateMicros, values }: TelemetryReport): StoredReport {
    const at = Math.floor(micros / 1000)
    // All units of a gateway report at the same moment, and formatting it takes longer than everything else.
    if (at !== last.at) last = { at, ts: new Date(at).toISOString() }
    return { at, ts: last.ts, unit: unit as Unit, late: lateMicros / 1e6, values }
  }
}

export type StatusPeriod = { started: string; ended: string | null; status: GatewayStatus }

/** The periods of each status within the window and the ownership, by time. */
export async function readStatusPeriods({ transaction, scope }: Snapshot): Promise<StatusPeriod[]> {
  const { gatewayId, ownerSince, requestedAt, window } = scope
  return readRows(
    transaction,
    sql<StatusPeriod>`
      select ${moment(sql`at`)} as started, ${moment(sql`until`)} as ended, status
      from (
        select id, at, status, lead(at) over (order by at, id) as until
        from status_change
        where gateway_id = ${gatewayId} and at >= ${time(ownerSince)} and at <= ${time(requestedAt)}
      ) as change
      where at < ${time(window.until)} and (until is null or until > ${time(window.from)}) order by at, id`,
  )
}

export type SettingsChange = {
  at: string
  kind: string
  changedBy: 'owner' | 'company' | 'other person' | 'unknown'
  party: string | null
}

/** Changes of the service settings within the window. Other people than the owner are not named; companies are. */
export async function readSettingsChanges({ transaction, scope }: Snapshot): Promise<SettingsChange[]> {
  const { gatewayId, personId, ownerSince, requestedAt, window } = scope
  return readRows(
    transaction,
    sql<SettingsChange>`
      select ${moment(sql`e.at`)} as at, e.kind,
        case when e.person_id = ${personId} then 'owner' when e.person_id is not null then 'other person'
          when e.kind in ('contract-accepted', 'contract-declined') then 'company' else 'unknown' end as "changedBy",
        coalesce(o.name, s.url) as party
      from service_event e
      left join contract k on k.id = e.contract_id
      left join company o on o.id = k.company_id
      left join support_company s on s.id = k.support_company_id
      where e.gateway_id = ${gatewayId} and e.at >= greatest(${time(ownerSince)}, ${time(window.from)})
        and e.at < ${time(window.until)} and e.at <= ${time(requestedAt)}
      order by e.at, e.id`,
  )
}

export type CompanyAccess = {
  contractId: string
  companyType: 'SUPPORT' | 'ASA'
  party: string
  permission: Permission
  contractStatus: ContractStatus
  contractCreated: string
  contractEnded: string | null
  consentVersion: string
  consentLanguage: string
  consentGiven: string
  consentGivenBy: 'owner' | 'other person' | 'unknown'
  accessFrom: string | null
  accessTo: string | null
}

/**
 * Every consent of the ownership that was in force within the window, with its contract and access, as of the
 * request. An access lasts until the next consent or the contract's end.
 */
export async function readCompanyAccesses({ transaction, scope }: Snapshot): Promise<CompanyAccess[]> {
  const { gatewayId, personId, ownerSince, requestedAt, window } = scope
  return readRows(
    transaction,
    sql<CompanyAccess>`
      with agreed as (
        select k.id as contract_id, k.company_type, coalesce(o.name, s.url) as party, k.permission, k.created_at,
          case when k.answered_at > ${time(requestedAt)} then 'PENDING' else k.status end as status,
          case when k.ended_at <= ${time(requestedAt)} then k.ended_at end as ended_at,
          c.id as consent_id, c.version, c.language, c.given_at, c.given_by, k.answered_at,
          lead(c.given_at) over (partition by k.id order by c.given_at, c.id) as renewed_at
        from contract k join consent c on c.contract_id = k.id
        left join company o on o.id = k.company_id
        left join support_company s on s.id = k.support_company_id
        where k.gateway_id = ${gatewayId} and c.given_at >= ${time(ownerSince)} and c.given_at <= ${time(requestedAt)}
      ), lasted as (
        select *, least(renewed_at, ended_at) as until,
          case when status = 'ACTIVE' then greatest(given_at, answered_at) end as since
        from agreed
      )
      select contract_id as "contractId", company_type as "companyType", party, permission, status as "contractStatus",
        ${moment(sql`created_at`)} as "contractCreated", ${moment(sql`ended_at`)} as "contractEnded",
        version as "consentVersion", language as "consentLanguage", ${moment(sql`given_at`)} as "consentGiven",
        case when given_by = ${personId} then 'owner' when given_by is null then 'unknown' else 'other person' end
          as "consentGivenBy",
        ${moment(sql`since`)} as "accessFrom", ${moment(sql`case when since is not null then until end`)} as "accessTo"
      from lasted where given_at < ${time(window.until)} and (until is null or until > ${time(window.from)})
      order by given_at, consent_id`,
  )
}

/** The access of a person; `personId` is null if they are erased. `role` and `from` are null if they are unknown. */
export type PersonAccess = { personId: string | null; role: AccessRole | null; from: string | null; to: string | null }

/**
 * The people with access within the window: those of now, and those whose access has ended, as far as the activity is
 * kept. By the start of their access.
 */
export async function readPeople({ transaction, scope }: Snapshot): Promise<PersonAccess[]> {
  const { gatewayId, ownerSince, requestedAt, window } = scope
  return readRows(
    transaction,
    sql<PersonAccess>`
      with act as (
        select id, at, action, details, case when details ? 'person' then details ->> 'person' else person_id::text end as who
        from audit
        where gateway_id = ${gatewayId} and action = any (${accessActions}) and outcome = 'done'
          and at >= ${time(ownerSince)} and at <= ${time(requestedAt)}
      ), held as (
        select person_id::text as who, added_at as since, ends_at as until,
          case when owner_since is not null then 'OWNER' when co_owner_since is not null then 'CO_OWNER' else 'VIEWER' end
            as role
        from connection where gateway_id = ${gatewayId}
        union all
        select e.who, given.at, e.at, given.details ->> 'role'
        from act e left join lateral (
          select at, details from act a where a.who = e.who and a.at <= e.at and a.action in ('access-given', 'request-accepted', 'access-changed')
          order by a.at desc, a.id desc limit 1
        ) given on true
        where e.action in ('access-left', 'access-removed', 'access-ended') and e.at > ${time(ownerSince)}
      )
      select who as "personId", role, ${moment(sql`since`)} as "from", ${moment(sql`until`)} as "to" from held
      where (since is null or since < ${time(window.until)}) and (until is null or until > ${time(window.from)})
      order by since nulls first, who`,
  )
}

const accessActions: readonly ActivityKind[] = [
  'access-given',
  'request-accepted',
  'access-changed',
  'access-left',
  'access-removed',
  'access-ended',
]

/** A view by somebody else than the owner. `personId` is null for an operator and for an erased person. */
export type ViewRecord = {
  personId: string | null
  isOperator: boolean
  viewed: 'values' | 'history' | 'status'
  at: string
}

export async function readViews({ transaction, scope }: Snapshot): Promise<ViewRecord[]> {
  const { gatewayId, ownerSince, requestedAt, window } = scope
  return readRows(
    transaction,
    sql<ViewRecord>`
      select person_id as "personId", actor = 'operator' as "isOperator", ${moment(sql`at`)} as at,
        case action when 'values-viewed' then 'values' when 'history-viewed' then 'history' else 'status' end as viewed
      from audit
      where gateway_id = ${gatewayId} and action in ('values-viewed', 'history-viewed', 'gateway-show') and outcome = 'done'
        and at >= greatest(${time(ownerSince)}, ${time(window.from)}) and at < ${time(window.until)}
        and at <= ${time(requestedAt)}
      order by at, id`,
  )
}

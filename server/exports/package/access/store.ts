import type { AccessRole } from '#contract/access-role.ts'
import type { ActivityKind } from '#contract/activity.ts'
import type { ContractStatus, ContractPermission } from '#contract/provider.ts'
import type { ReceiptKind } from '#contract/receipts.ts'
import type { SharingPurpose } from '#contract/sharing.ts'
import { readRows, sql } from '#server/database/sql.ts'
import { type ExportSnapshot, rfc3339Sql, timestampSql } from '../store.ts'

export type CompanyAccess = {
  contractId: string
  companyType: 'SUPPORT' | 'ASA'
  party: string
  permission: ContractPermission
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
 * Reads every consent that was given during this ownership and was in force within the window. Contract and access are
 * as they were at the time of the export request. An access lasts until the contract ends or gets its next consent.
 */
export async function readCompanyAccesses({ transaction, scope }: ExportSnapshot): Promise<CompanyAccess[]> {
  const { gatewayId, personId, ownerSince, requestedAt, window } = scope
  return readRows<CompanyAccess>(transaction)`
    with agreed as (
      select k.id as contract_id, k.company_type, coalesce(o.name, s.url) as party, k.permission, k.created_at,
        case when k.answered_at > ${timestampSql(requestedAt)} then 'PENDING' else k.status end as status,
        case when k.ended_at <= ${timestampSql(requestedAt)} then k.ended_at end as ended_at,
        c.id as consent_id, c.version, c.language, c.given_at, c.given_by, k.answered_at,
        lead(c.given_at) over (partition by k.id order by c.given_at, c.id) as renewed_at
      from contract k join consent c on c.contract_id = k.id
      left join company o on o.id = k.company_id
      left join support_company s on s.id = k.support_company_id
      where k.gateway_id = ${gatewayId} and c.given_at >= ${timestampSql(ownerSince)} and c.given_at <= ${timestampSql(requestedAt)}
    ), lasted as (
      select *, least(renewed_at, ended_at) as until,
        case when status = 'ACTIVE' then greatest(given_at, answered_at) end as since
      from agreed
    )
    select contract_id as "contractId", company_type as "companyType", party, permission, status as "contractStatus",
      ${rfc3339Sql(sql`created_at`)} as "contractCreated", ${rfc3339Sql(sql`ended_at`)} as "contractEnded",
      version as "consentVersion", language as "consentLanguage", ${rfc3339Sql(sql`given_at`)} as "consentGiven",
      case when given_by = ${personId} then 'owner' when given_by is null then 'unknown' else 'other person' end
        as "consentGivenBy",
      ${rfc3339Sql(sql`since`)} as "accessFrom", ${rfc3339Sql(sql`case when since is not null then until end`)} as "accessTo"
    from lasted where given_at < ${timestampSql(window.until)} and (until is null or until > ${timestampSql(window.from)})
    order by given_at, consent_id`
}

/**
 * The access of a person. `personId` is null if the person's account is erased. `role` and `from` are null if no record
 * has them.
 */
export type PersonAccess = { personId: string | null; role: AccessRole | null; from: string | null; to: string | null }

/**
 * Reads the people who had access within the window, sorted by the start of their access. Includes people whose
 * access has ended, as far back as the activity is stored.
 */
export async function readPersonAccesses({ transaction, scope }: ExportSnapshot): Promise<PersonAccess[]> {
  const { gatewayId, ownerSince, requestedAt, window } = scope
  return readRows<PersonAccess>(transaction)`
    with act as (
      select id, at, action, details, case when details ? 'person' then details ->> 'person' else person_id::text end as who
      from audit
      where gateway_id = ${gatewayId} and action = any (${accessActions}) and outcome = 'done'
        and at >= ${timestampSql(ownerSince)} and at <= ${timestampSql(requestedAt)}
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
      where e.action in ('access-left', 'access-removed', 'access-ended') and e.at > ${timestampSql(ownerSince)}
    )
    select who as "personId", role, ${rfc3339Sql(sql`since`)} as "from", ${rfc3339Sql(sql`until`)} as "to" from held
    where (since is null or since < ${timestampSql(window.until)}) and (until is null or until > ${timestampSql(window.from)})
    order by since nulls first, who`
}

const accessActions: readonly ActivityKind[] = [
  'access-given',
  'request-accepted',
  'access-changed',
  'access-left',
  'access-removed',
  'access-ended',
]

/**
 * A consent to share data with a third party, given during this ownership. `party` names the program and its company.
 */
export type ThirdPartyAccess = {
  party: string
  given: string
  givenBy: CompanyAccess['consentGivenBy']
  from: string
  to: string
  datatypes: string
  purpose: SharingPurpose
  dataFrom: string | null
}

/**
 * Reads the grants that were in force within the window, as they were when the export was requested. The end of an open
 * grant is its planned end. The shared data begins at the earliest when the person who shares it got the appliance, if
 * that person still has the appliance.
 */
export async function readThirdPartyAccesses({ transaction, scope }: ExportSnapshot): Promise<ThirdPartyAccess[]> {
  const { gatewayId, personId, ownerSince, requestedAt, window } = scope
  return readRows<ThirdPartyAccess>(transaction)`
    with granted as (
      select s.*, concat_ws(', ', k.name, k.company_name) as party,
        (
          select coalesce(c.owner_since, c.added_at) from connection c
          where c.gateway_id = s.gateway_id and c.person_id = s.person_id and c.added_at <= s.created_at
        ) as own_since,
        least(s.ends_at, case when s.ended_at <= ${timestampSql(requestedAt)} then s.ended_at end) as until
      from partner_grant s join partner_client k on k.id = s.client_id
      where s.gateway_id = ${gatewayId} and s.created_at >= ${timestampSql(ownerSince)} and s.created_at <= ${timestampSql(requestedAt)}
    )
    select party, ${rfc3339Sql(sql`created_at`)} as given,
      case when person_id = ${personId} then 'owner' else 'other person' end as "givenBy",
      ${rfc3339Sql(sql`created_at`)} as "from", ${rfc3339Sql(sql`until`)} as "to", array_to_string(datatypes, ' ') as datatypes,
      purpose,
      case when 'history' = any (datatypes) then
        ${rfc3339Sql(sql`greatest(created_at - history_months * interval '1 month', ${timestampSql(ownerSince)}, own_since)`)} end
        as "dataFrom"
    from granted where created_at < ${timestampSql(window.until)} and until > ${timestampSql(window.from)} order by created_at, id`
}

/** A receipt with its signature. `at` is RFC 3339. */
export type ExportedReceipt = { id: string; kind: ReceiptKind; at: string; jws: string }

/**
 * Reads the receipts of the consents that the person gave during this ownership, up to the end of the window, sorted
 * by time.
 */
export async function readReceiptsInExportWindow({ transaction, scope }: ExportSnapshot): Promise<ExportedReceipt[]> {
  const { gatewayId, personId, ownerSince, requestedAt, window } = scope
  return readRows<ExportedReceipt>(transaction)`
    select id, kind, ${rfc3339Sql(sql`at`)} as at, coalesce(jws, '') as jws from receipt
    where gateway_id = ${gatewayId} and person_id = ${personId} and jws is not null
      and consented_at >= ${timestampSql(ownerSince)} and receipt.at < ${timestampSql(window.until)} and receipt.at <= ${timestampSql(requestedAt)}
    order by receipt.at, id`
}

/**
 * A view by anybody except the owner. `personId` is null if the viewer was an operator or a program, or if the
 * person's account is erased. `program` is the name of a third party's program, otherwise null.
 */
export type ViewRecord = {
  personId: string | null
  isOperator: boolean
  program: string | null
  viewed: 'values' | 'history' | 'faults' | 'status'
  at: string
}

export async function readViewRecords({ transaction, scope }: ExportSnapshot): Promise<ViewRecord[]> {
  const { gatewayId, ownerSince, requestedAt, window } = scope
  return readRows<ViewRecord>(transaction)`
    select person_id as "personId", actor = 'operator' as "isOperator", details ->> 'program' as program,
      ${rfc3339Sql(sql`at`)} as at, case action when 'gateway-show' then 'status' else split_part(action, '-', 1) end as viewed
    from audit
    where gateway_id = ${gatewayId} and action in ('values-viewed', 'history-viewed', 'faults-viewed', 'gateway-show') and outcome = 'done'
      and at >= greatest(${timestampSql(ownerSince)}, ${timestampSql(window.from)}) and at < ${timestampSql(window.until)}
      and at <= ${timestampSql(requestedAt)}
    order by at, id`
}
